#!/bin/sh
# Prints the events of a session, one JSON object per line, from the first one and as they come, until the session ends.
# Run it beside a daemon: GREENROOM_TOKEN=… sh follow-with-curl.sh SESSION [OFFSET]    (pipe it into jq to pick fields)
url=${GREENROOM_URL:-http://127.0.0.1:2468}
curl -sSfN -H "Authorization: Bearer $GREENROOM_TOKEN" "$url/v1/sessions/$1/events/sse?offset=${2:-0}" |
  while IFS= read -r line; do
    case $line in "data: "*) printf '%s\n' "${line#data: }" ;; esac
  done
