import { expect, test } from 'vitest'
import { deviceWords } from './device-words.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · Windows'],
  [`${MAC} Chrome/140.0.0.0 Safari/537.36`, 'Chrome · macOS'],
  [`${MAC} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge · macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1', 'Safari · iPhone'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 8) Chrome/140.0.0.0 Mobile Safari/537.36', 'Chrome · Android'],
  ['curl/8.0', ''],
])('%s is shown as "%s"', (agent, words) => expect(deviceWords(agent)).toBe(words))
