//! Bytes written in hexadecimal digits: keys, and digests of tokens.

/// The bytes of exactly so many digits, two a byte, large or small.
#[must_use]
pub fn bytes<const BYTES: usize>(text: &str) -> Option<[u8; BYTES]> {
    let digits: Vec<u8> = text.chars().map(|c| c.to_digit(16)?.try_into().ok()).collect::<Option<_>>()?;
    let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    (digits.len() == 2 * BYTES).then_some(bytes)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_digits_are_half_as_many_bytes() {
        assert_eq!(bytes("00fFa1"), Some([0, 255, 161]));
        for wrong in ["", "00ff", "00ffa", "00ffa10", "00ffg1", "+0ffa1", "00ff\u{e9}1"] {
            assert_eq!(bytes::<3>(wrong), None, "{wrong:?}");
        }
    }
}
