import { afterEach, expect, test, vi } from 'vitest'
import { createTranslator } from 'use-intl'
import english from '../../messages/en-US.json' with { type: 'json' }
import chinese from '../../messages/zh-CN.json' with { type: 'json' }
import { takenWords } from './taken-words.ts'

const inEnglish = createTranslator({ locale: 'en-US', messages: english, namespace: 'taken' })
const inChinese = createTranslator({ locale: 'zh-CN', messages: chinese, namespace: 'taken' })

/** Spaces between a number and its word do not break. They are plain in the expectations. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

afterEach(() => vi.unstubAllGlobals())

test.each([
  [0, 0, 'Mihomo copied.', 'Mihomo：已复制。', 'Saved.', '已下载。'],
  [1, 0, 'Mihomo copied: 1 node.', 'Mihomo：已复制 1 个节点。', 'Saved 1 node.', '已下载 1 个节点。'],
  [
    1234,
    0,
    'Mihomo copied: 1,234 nodes.',
    'Mihomo：已复制 1,234 个节点。',
    'Saved 1,234 nodes.',
    '已下载 1,234 个节点。',
  ],
  [
    1,
    1,
    'Mihomo copied: 0 nodes, 1 notice.',
    'Mihomo：已复制 0 个节点、1 条提示信息。',
    'Saved 0 nodes, 1 notice.',
    '已下载 0 个节点、1 条提示信息。',
  ],
  [
    9,
    2,
    'Mihomo copied: 7 nodes, 2 notices.',
    'Mihomo：已复制 7 个节点、2 条提示信息。',
    'Saved 7 nodes, 2 notices.',
    '已下载 7 个节点、2 条提示信息。',
  ],
])('a copy and a download of %i entries with %i notices', (entries, notices, copiedEn, copiedZh, savedEn, savedZh) => {
  const taken = { output: 'mihomo', client: 'Mihomo', entries, notices } as const
  const saved = { ...taken, file: 'mihomo.yaml' }
  expect(plain(takenWords(inEnglish, taken).done)).toBe(copiedEn)
  expect(plain(takenWords(inChinese, taken).done)).toBe(copiedZh)
  expect(plain(takenWords(inEnglish, saved).done)).toBe(savedEn)
  expect(plain(takenWords(inChinese, saved).done)).toBe(savedZh)
})

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)'
const FILE = { file: 'my.yaml' } as const

test.each([
  [MAC, 0, 'mihomo', {}, 'In Clash Verge: new Local profile, edit, paste.', '在 Clash Verge 新建 Local 配置，编辑文件并粘贴。'],
  [MAC, 0, 'mihomo', FILE, '', ''],
  [MAC, 0, 'mihomo', { isList: true }, '', ''],
  [MAC, 0, 'xray', {}, 'Save it as config.json and run xray run -c config.json.', '存为 config.json，再运行 xray run -c config.json。'],
  [MAC, 0, 'links', {}, 'Import it from the clipboard in v2rayN, Shadowrocket or another client.', '在 v2rayN、Shadowrocket 等客户端中从剪贴板导入。'],
  // An iPad calls itself a Macintosh.
  [MAC, 5, 'mihomo', {}, 'Stash imports a file: download it as .yaml.', 'Stash 从文件导入，请下载 .yaml。'],
  [MAC, 5, 'mihomo', FILE, 'In Stash, import\nmy.yaml', '到 Stash 导入文件\nmy.yaml'],
  [ANDROID, 5, 'mihomo', FILE, 'In FlClash, import\nmy.yaml', '到 FlClash 导入文件\nmy.yaml'],
  [ANDROID, 5, 'xray', {}, 'Import it from the clipboard in v2rayNG.', '在 v2rayNG 中从剪贴板导入。'],
] as const)('on %s with touch %i what is next for %s %o is said', (userAgent, maxTouchPoints, output, more, en, zh) => {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints })
  const taken = { output, client: 'Client', entries: 1, notices: 0, ...more }
  expect(takenWords(inEnglish, taken).next).toBe(en)
  expect(takenWords(inChinese, taken).next).toBe(zh)
}) // oxfmt-ignore
