#!/usr/bin/env bash
# A call by gRPC-web with nothing but curl: what CRANE earns when the answer is CAPER. Start the server with --grpc-web on.
#
#     grpc-web.sh [URL] [GUESS] [ANSWER]        http://127.0.0.1:50051 crane caper where none is given
#
# The body of a request is one frame: a zero byte, the message's length in four bytes, and the message. That of an answer is
# the same, and after it a frame that begins with 0x80 and has the trailers (grpc-status, and grpc-message where it is not 0).
# An error that comes alone has them among the headers instead. Exit status 1 says that the call failed.
set -euo pipefail
url=${1:-http://127.0.0.1:50051} guess=${2:-crane} answer=${3:-caper}
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# A byte, and a string field of a message: its number and type in a byte, its length (below 128) in another.
byte() { printf '%b' "\\x$(printf '%02x' "$1")"; }
string() { byte $(($1 << 3 | 2)) && byte "${#2}" && printf '%s' "$2"; }

# MarkGuessRequest: guess is field 1, answer is field 2. Letters here are ASCII, so characters are bytes.
{ string 1 "$guess" && string 2 "$answer"; } >"$work/message"
length=$(wc -c <"$work/message")
{ byte 0 && byte 0 && byte 0 && byte $((length >> 8)) && byte $((length & 255)) && cat "$work/message"; } >"$work/request"

curl --silent --show-error --max-time 5 \
    --data-binary "@$work/request" --dump-header "$work/headers" --output "$work/answer" \
    --header 'content-type: application/grpc-web+proto' --header 'x-grpc-web: 1' --header 'grpc-timeout: 2S' \
    "$url/tilewright.v1.GuessService/MarkGuess" || {
    echo "no answer from $url: does a server run there with --grpc-web on, and without TLS?" >&2
    exit 1
}

# Takes the answer apart, frame by frame.
trailers=$(tr -d '\r' <"$work/headers")
at=0 end=$(wc -c <"$work/answer")
number() { od -An -v -tu1 -j "$1" -N "$2" "$work/answer"; }
bytes() { tail -c +$(($1 + 1)) "$work/answer" | head -c "$2"; }
while ((at < end)); do
    read -r kind a b c d < <(number "$at" 5)
    length=$((a << 24 | b << 16 | c << 8 | d)) at=$((at + 5))
    if ((kind & 128)); then
        trailers+=$'\n'$(bytes "$at" "$length" | tr -d '\r')
    else
        # MarkGuessResponse: marks, field 1, come first.
        read -r _ marks < <(number "$at" 2)
        echo "marks: $(bytes $((at + 2)) "$marks")"
    fi
    at=$((at + length))
done
# A message has percent signs where HTTP takes no such character.
told=$(grep -iE '^(grpc-status|grpc-message):' <<<"$trailers") || {
    echo "what answers at $url speaks no gRPC-web: $(head -n 1 "$work/headers")" >&2
    exit 1
}
told=${told//\\/\\\\}
printf '%b\n' "${told//%/\\x}"
grep -qiE '^grpc-status: *0$' <<<"$trailers"
