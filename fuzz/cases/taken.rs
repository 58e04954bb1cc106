//! Choices taken from an input, byte by byte; when it is at its end every further one is the first.

pub struct Taken<'a>(pub &'a [u8]);

impl Taken<'_> {
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// A number below this, which is 256 at most.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit
    }

    /// So many letters of the first few of the alphabet.
    pub fn letters(&mut self, count: usize, kinds: usize) -> Vec<char> {
        (0..count).map(|_| char::from(b'a' + u8::try_from(self.below(kinds)).unwrap())).collect()
    }

    /// Puts these into another order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
