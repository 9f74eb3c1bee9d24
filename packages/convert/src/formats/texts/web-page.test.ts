import { expect, test } from 'vitest'
import { A, B, shortEntries, type TextCase } from '../../../proof/short-entries.ts'

test.each<TextCase>([
  ['an error', '<!DOCTYPE html>\n<html>\n<head><link href="https://example.com/x.css"></head>\n<body>403</body>\n</html>\n', ['1 server-message']],
  ['on one line', '<html><body>502 Bad Gateway</body></html>', ['1 server-message']],
  ['without an end, below comments', `# c\n\n<?xml version="1.0"?>\n<html>\n<p>x</p>`, ['3 server-message']],
  ['that shows nothing', '<html><head><script>location = "/login"</script></head><body></body></html>', ['1 bad-base64']],
  ['too long for a message', `<html><body>${'<p>Buy now</p>'.repeat(400)}</body></html>`, ['1 bad-base64']],
  ['with nodes', `<!doctype html><html><body>\n<a href="https://example.com/">x</a>\n<li>${A}</li>\n<li><code>${B}</code></li>\n</body></html>\n${A}`, ['3 trojan A', '4 ss B', '6 trojan A']],
  ['behind a link it is prose', `${A}\n<html>`, ['1 trojan A', '2 bad-base64']],
])('%s', (_, text, entries, comments = 0) => {
  expect(shortEntries(text)).toEqual({ entries, comments })
}) // oxfmt-ignore
