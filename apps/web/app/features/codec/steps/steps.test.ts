import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gzipSync } from 'node:zlib'
import { inverseChain } from './chain.ts'
import { detect } from './detect.ts'
import { uuidV4, x25519KeyPair } from './generate.ts'
import { runChain, taken } from './run-chain.ts'
import { optionsOf, STEP_FACTS, STEP_IDS, type CodecStep, type StepId } from './step-facts.ts'
import { type Data, DATA_MAX_BYTES, type StepIssueCode, type StepSurroundings } from './step.ts'

const AROUND: StepSurroundings = { lang: 'zh-CN', readQr: async () => ['read'] }
const UUID = '11111111-1111-4111-8111-111111111111'
const VMESS = `vmess://${btoa(JSON.stringify({ v: '2', ps: 'HK', add: 'a.example.com', port: '443', id: UUID, aid: '0', scy: 'auto', net: 'ws', type: 'none', host: 'b.example.com', path: '/p', tls: 'tls', sni: 's.example.com', alpn: '', fp: '' }))}`
const TROJAN = 'trojan://p@a.example.com:443?sni=a.example.com#A'
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMiIsImV4cCI6MTcwMDAwMDAwMH0.c2ln'

const step = (id: StepId, options: CodecStep['options'] = {}): CodecStep => ({ id, options })
const run = (id: StepId, data: Data, options: CodecStep['options'] = {}) => taken(step(id, options), data, AROUND)
const hex = (digits: string) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

test.each<[StepId, CodecStep['options'], Data, Data]>([
  ['base64-decode', {}, '8J+YgOmmmea4rw==', '😀香港'],
  ['base64-decode', {}, '8J-YgOmmmea4rw', '😀香港'],
  ['base64-decode', {}, ' 8J-Y\r\ngOmm mea4rw ', '😀香港'],
  ['base64-decode', {}, 'H4sI', hex('1f8b08')],
  ['base64-encode', {}, '😀香港', '8J+YgOmmmea4rw=='],
  ['base64-encode', { form: 'bare' }, '😀香港', '8J+YgOmmmea4rw'],
  ['base64-encode', { form: 'url' }, '😀香港', '8J-YgOmmmea4rw'],
  ['base64-encode', { form: 'url-padded' }, '😀香港', '8J-YgOmmmea4rw=='],
  ['url-decode', {}, '%E9%A6%99+a%20b', '香+a b'],
  ['url-decode', { plus: 'space' }, 'a+b%2B', 'a b+'],
  ['url-decode', {}, '100%', '100%'],
  ['url-encode', {}, 'a b/香', 'a%20b%2F%E9%A6%99'],
  ['url-encode', { keep: 'address' }, 'https://a.example/香?q=1', 'https://a.example/%E9%A6%99?q=1'],
  ['hex-decode', {}, 'e9 a6:99', '香'],
  ['hex-decode', {}, '0xE9, 0xA6, 0x99', '香'],
  ['hex-decode', {}, '\\xe9\\xa6\\x99', '香'],
  ['hex-decode', {}, 'ff00', hex('ff00')],
  ['hex-encode', {}, '香', 'e9a699'],
  ['hex-encode', { form: 'spaced' }, '香', 'e9 a6 99'],
  ['hex-encode', { form: 'colons' }, '香', 'e9:a6:99'],
  ['hex-encode', { form: 'escaped' }, '香', '\\xe9\\xa6\\x99'],
  ['unicode-unescape', {}, '\\u9999\\u{1f600}\\U0001F600\\x41 \\n', '香😀😀A \\n'],
  ['unicode-unescape', {}, '\\u12 \\u{110000}', '\\u12 \\u{110000}'],
  ['unicode-escape', {}, 'a香😀\\u', 'a\\u9999\\ud83d\\ude00\\u005cu'],
  ['unicode-escape', { what: 'all' }, 'a', '\\u0061'],
  ['html-decode', {}, '&lt;&#39;&#x9999;&hearts;&apos;&nbsp;&nosuch;&#0;', "<'香♥'\u00a0&nosuch;&#0;"],
  ['html-encode', {}, `<a href="x">'&香`, '&lt;a href=&quot;x&quot;&gt;&#39;&amp;香'],
  ['html-encode', { what: 'all' }, '香😀', '&#x9999;&#x1f600;'],
  ['decompress', {}, new Uint8Array(gzipSync('香港')), '香港'],
  ['json-format', {}, '{"b":1e400,"a":[1,{}],"b":"\\u9999"}', '{\n  "b": 1e400,\n  "a": [\n    1,\n    {}\n  ],\n  "b": "\\u9999"\n}'],
  ['json-format', { indent: 'tab' }, '[1]', '[\n\t1\n]'],
  ['json-minify', {}, '{ "a" : [ 12345678901234567890 , 2.0 ] } // end', '{"a":[12345678901234567890,2.0]}'],
  ['json-to-yaml', {}, '{"a":[1,{"b":"yes","c":[]}],"d":null,"e":"0123","f":1e400}', 'a:\n  - 1\n  - b: "yes"\n    c: []\nd: null\ne: "0123"\nf: 1e400\n'],
  ['yaml-to-json', {}, 'a: &x {b: 0123}\nc: *x\nd:\n  <<: *x\n  e: 1\n', '{\n  "a": {\n    "b": "0123"\n  },\n  "c": {\n    "b": "0123"\n  },\n  "d": {\n    "e": 1,\n    "b": "0123"\n  }\n}'],
  ['jwt-view', {}, `Bearer ${JWT}`, '{\n  "header": {\n    "alg": "HS256"\n  },\n  "payload": {\n    "sub": "12",\n    "exp": 1700000000\n  },\n  "times": {\n    "exp": "2023-11-14T22:13:20.000Z"\n  },\n  "signature": "c2ln"\n}'],
  ['sha256', {}, 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['sha256', { form: 'base64' }, '', '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='],
  ['timestamp', { as: 'iso' }, '1700000000', '2023-11-14T22:13:20.000Z'],
  ['timestamp', { as: 'iso' }, '1700000000123', '2023-11-14T22:13:20.123Z'],
  ['timestamp', { as: 's' }, '2023-11-14T22:13:20Z\n2023-11-15 06:13:20+08:00', '1700000000\n1700000000'],
  ['timestamp', { as: 'ms' }, '-1', '-1000'],
  ['link-to-fields', { as: 'mihomo' }, TROJAN, '{\n  "name": "A",\n  "type": "trojan",\n  "server": "a.example.com",\n  "port": 443,\n  "password": "p",\n  "sni": "a.example.com",\n  "udp": true\n}'],
  ['qr-read', {}, hex('89504e470d0a1a0a'), 'read'],
])('%s %j reads or writes %j', async (id, options, data, expected) => {
  const result = await run(id, data, options)
  expect(result).not.toHaveProperty('issue')
  expect('data' in result && result.data).toEqual(expected)
}) // oxfmt-ignore

/** Nine levels of nine aliases: 387 million values. */
const BOMB = ['a: &a [x, x, x, x, x, x, x, x, x]'].concat('bcdefghi'.split('').map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[at]!}`).join(', ')}]`)).join('\n') // oxfmt-ignore

test.each<[StepId, Data, StepIssueCode, object | undefined]>([
  ['base64-decode', 'abc!\n', 'base64', { n: 4 }],
  ['base64-decode', 'aGVsbG8gd29ybGQ_=x', 'base64', { n: 18 }],
  ['base64-decode', 'abcde', 'base64', { n: 5 }],
  ['hex-decode', 'e9\nzz', 'hex', { line: 2, column: 1, value: 'z' }],
  ['hex-decode', 'e9a', 'hex-odd', { n: 3 }],
  ['decompress', 'plain text', 'compressed', { n: 10 }],
  ['decompress', 'H4sIAAAAAAAAA0tMSgYAwkEkNQMAAAA=', 'base64-first', undefined],
  ['decompress', new Uint8Array(gzipSync('香港')).slice(0, 12), 'compressed', { n: 12 }],
  ['decompress', new Uint8Array(gzipSync(new Uint8Array(DATA_MAX_BYTES + 1))), 'too-large', { most: DATA_MAX_BYTES }],
  ['json-format', '{\n  "a": 1,\n  b\n}', 'json', { msg: 'key', line: 3, column: 3 }],
  ['json-format', ' ', 'empty', undefined],
  ['json-to-yaml', '[1', 'json', { msg: 'comma', line: 1, column: 3 }],
  ['yaml-to-json', 'a: 1\nb: "x', 'yaml', { line: 2 }],
  ['yaml-to-json', 'a: 1\na: 2', 'yaml-twice', { line: 2, column: 1, before: 1 }],
  ['yaml-to-json', BOMB, 'alias', {}],
  ['yaml-to-json', '? [a]\n: 1', 'yaml-key', { line: 1, column: 1 }],
  ['jwt-view', 'a.b', 'jwt', { n: 2 }],
  ['timestamp', '1700000000\nyesterday', 'time', { line: 2 }],
  ['link-to-fields', 'trojan://p@a.example.com:99999', 'link', { line: 1 }],
  ['link-to-fields', '', 'no-link', undefined],
  ['fields-to-link', '{"type":"trojan","name":"A","server":"a.example.com","port":0,"password":"p","tls":{}}', 'link', { line: 1 }],
  ['qr-make', 'x'.repeat(2332), 'qr-long', { n: 2332, most: 2331 }],
  ['qr-read', 'text', 'qr-none', undefined],
  ['url-decode', hex('ff'), 'not-text', { n: 1 }],
])('%s refuses %j', async (id, data, code, args) => {
  const result = await run(id, data)
  expect(result).toMatchObject({ issue: args === undefined ? { code } : { code, args } })
}) // oxfmt-ignore

test.each<[StepId, Data, object[]]>([
  ['url-decode', 'a\n100%', [{ code: 'percent', args: { line: 2, column: 4 } }]],
  ['unicode-unescape', 'a\\u12', [{ code: 'escape', args: { line: 1, column: 2 } }]],
  ['html-decode', 'a&nosuch;', [{ code: 'entity', args: { name: '&nosuch;', line: 1, column: 2 } }]],
  ['json-minify', '[1, // one\n2]', [{ code: 'json-comments', args: { n: 1 } }]],
  ['yaml-to-json', 'a: 1\n---\nb: 2\n', [{ code: 'documents', args: { n: 2 } }]],
  ['jwt-view', JWT, [{ code: 'jwt-unverified' }]],
])('%s says what is to know of %j', async (id, data, notes) => {
  expect(await run(id, data)).toMatchObject({ notes })
})

test.each([VMESS, TROJAN, `ss://${btoa('aes-256-gcm:p')}@a.example.com:8388#S`, 'ss://YWVzLTI1Ni1nY206cEBhLmV4YW1wbGUuY29tOjgzODg=#S', `vless://${UUID}@[2001:db8::1]:443?security=reality&pbk=Zm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm8&sni=s.example.com&fp=chrome&flow=xtls-rprx-vision#%E9%A6%99`])('%s shows its fields and comes back to the letter', async (link) => {
  const { output: fields } = await runChain([step('link-to-fields')], link, AROUND)
  expect(JSON.parse(String(fields))).toMatchObject({ type: link.split(':')[0] })
  expect((await runChain([step('fields-to-link')], fields!, AROUND)).output).toBe(link)
  for (const as of ['mihomo', 'singbox']) {
    const { output } = await runChain([step('link-to-fields', { as }), step('fields-to-link'), step('link-to-fields')], link, AROUND)
    expect(JSON.parse(String(output))).toMatchObject({ type: link.split(':')[0] })
  }
}) // oxfmt-ignore

test('a field that was changed is in the link, whatever link stands beside it', async () => {
  const { output } = await runChain([step('link-to-fields')], VMESS.replace('vmess://', 'vmess://'), AROUND)
  const changed = { ...(JSON.parse(String(output)) as object), port: 8443, link: TROJAN }
  const back = await runChain([step('fields-to-link'), step('link-to-fields')], JSON.stringify(changed), AROUND)
  expect(JSON.parse(String(back.output))).toMatchObject({ type: 'vmess', port: 8443 })
})

test.each<[string, Data, StepId[]]>([
  ['a subscription in base64', btoa(`${TROJAN}\n${VMESS}\n`), ['base64-decode']],
  ['one link', VMESS, ['link-to-fields']],
  ['one link in base64', btoa(TROJAN), ['base64-decode', 'link-to-fields']],
  ['a token', JWT, ['jwt-view']],
  ['gzip in base64', gzipSync('{"a":1}').toString('base64'), ['base64-decode', 'decompress', 'json-format']],
  ['a file of gzip', new Uint8Array(gzipSync('%E9%A6%99')), ['decompress', 'url-decode']],
  ['JSON', '{"a":1}', ['json-format']],
  ['YAML', 'a: 1\nb:\n  - 2\n', ['yaml-to-json']],
  ['escapes of JSON', '\\u9999\\u6e2f', ['unicode-unescape']],
  ['entities', '&lt;b&gt;', ['html-decode']],
  ['an escaped address', 'https://a.example/?q=%E9%A6%99', ['url-decode']],
  ['hex', 'e9a699e6b8af', ['hex-decode']],
  ['seconds', '1700000000', ['timestamp']],
  ['a picture', hex('89504e470d0a1a0a'), ['qr-read']],
  ['words', 'hello world and more', []],
  ['Chinese', '香港节点', []],
  ['a UUID', UUID, []],
  ['nothing', '  ', []],
  ['JSON that is in order', '{\n  "a": 1\n}', []],
])('%s is known: %j', async (_, data, expected) => {
  const { next, pictureIssue } = await detect(data, AROUND)
  expect(next.map(({ id }) => id)).toEqual(expected)
  expect(pictureIssue).toBeUndefined()
})

const PICTURE = hex('89504e470d0a1a0a')

test.each<[string, Data, string[] | undefined, object]>([
  ['a picture without a code', PICTURE, [], { next: [], pictureIssue: { code: 'qr-none' } }],
  ['a picture that nothing could look at', PICTURE, undefined, { next: [], pictureIssue: { code: 'qr-unloaded' } }],
  ['a picture in base64', 'iVBORw0KGgo=', [], { next: [{ id: 'base64-decode', options: {} }] }],
])('%s: %j', async (_, data, found, expected) => {
  expect(await detect(data, { ...AROUND, readQr: async () => found })).toEqual(expected)
})

const REVERSIBLE: [StepId, CodecStep['options'][]][] = STEP_IDS.filter((id) => /-encode$|-escape$|^compress$/.test(id)).map((id) => {
  const [[name, values] = ['', []]] = Object.entries(STEP_FACTS[id].options ?? {})
  return [id, values.map((value) => ({ [name]: value }))]
}) // oxfmt-ignore

test.each(REVERSIBLE)('%s is read back by its inverse', async (id, all) => {
  for (const options of all)
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 40 }), async (text) => {
        const back = inverseChain([step(id, options)])!
        expect((await runChain([step(id, options), ...back], text, AROUND)).output).toBe(text)
      }),
      { numRuns: 60 },
    )
})

test('bytes come back from base64, hex and compression', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 60 }), async (bytes) => {
      const chain = [step('compress'), step('base64-encode', { form: 'url' }), step('hex-encode')]
      const { output } = await runChain([...chain, ...inverseChain(chain)!, step('hex-encode')], bytes, AROUND)
      expect(output).toBe(Buffer.from(bytes).toString('hex'))
    }),
    { numRuns: 60 },
  )
})

test('JSON comes back from YAML and from other blanks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 3 }), async (text) => {
      const ways = [[step('json-to-yaml'), step('yaml-to-json'), step('json-minify')], [step('json-format'), step('json-minify')]]
      for (const way of ways) {
        const { output } = await runChain(way, text, AROUND)
        // `__proto__` and `-0` are no fields of anything here.
        if (!text.includes('__proto__')) expect(JSON.parse(String(output))).toEqual(JSON.parse(text))
      }
    }),
    { numRuns: 100 },
  ) // oxfmt-ignore
})

test('options found on the way lead back to the same text', async () => {
  for (const text of ['8J-YgOmmmea4rw', '8J-YgOmmmea4rw==', '8J+YgOmmmea4rw', 'aGVsbG8=']) {
    const chain = [step('base64-decode')]
    const { reports, output } = await runChain(chain, text, AROUND)
    const back = inverseChain(chain, reports.map(({ inverse }) => inverse))! // oxfmt-ignore
    expect((await runChain(back, output!, AROUND)).output).toBe(text)
  }
})

test('no step throws, whatever it is given', async () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.uint8Array({ maxLength: 100 }),
    fc.string({ unit: fc.constantFrom(...'\\u{}%&;#xX0aFf:-=., \n"[]&*<>?|!'.split('')), maxLength: 60 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...STEP_IDS), anything, async (id, data) => {
      const result = await run(id, data, optionsOf(step(id)))
      expect('issue' in result || 'data' in result).toBe(true)
      await detect(data, AROUND)
    }),
    { numRuns: 600 },
  )
})

const LONG = 100_000
test.each([
  ['percents', '%'.repeat(LONG)], ['backslashes', '\\u'.repeat(LONG)], ['ampersands', '&a'.repeat(LONG)], ['digits', '0'.repeat(LONG)],
  ['colons', 'a:'.repeat(LONG)], ['brackets', '['.repeat(LONG)], ['flow maps', '{'.repeat(LONG)], ['dots', 'eyJ.'.repeat(LONG)],
  ['pairs', 'ab '.repeat(LONG)], ['dashes', '- '.repeat(LONG)], ['question marks', '? '.repeat(LONG)], ['lines', 'a: 1\n'.repeat(LONG / 4)],
])('a long run of %s takes no step long', async (_, text) => {
  const started = performance.now()
  for (const id of STEP_IDS) await run(id, text)
  await detect(text, AROUND)
  // Each step takes some milliseconds; what grows with the square of the length takes minutes.
  expect(performance.now() - started).toBeLessThan(30_000)
}, 60_000) // oxfmt-ignore

test('keys and UUIDs are new each time, and have their length', async () => {
  const [one, other] = [await x25519KeyPair(), await x25519KeyPair()]
  expect(one!.wireguard.privateKey).toMatch(/^[A-Za-z0-9+/]{43}=$/)
  expect(one!.reality.publicKey).toMatch(/^[\w-]{43}$/)
  expect(one!.reality.privateKey).not.toBe(other!.reality.privateKey)
  expect(uuidV4()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(uuidV4()).not.toBe(uuidV4())
})
