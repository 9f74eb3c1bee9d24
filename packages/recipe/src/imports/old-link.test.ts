import { describe, expect, test } from 'vitest'
import { readOldLink, type OldLink } from './old-link.ts'

const A = 'https://a.example.com/api/v1/client/subscribe?token=t1'
const B = 'https://b.example.com/link/xyz?mu=1'
const enc = encodeURIComponent

function found(text: string): OldLink {
  const link = readOldLink(text)
  if (typeof link === 'string') throw new Error(`${text} is ${link}`)
  return link
}

describe('links of converters', () => {
  test.each<[string, string, Partial<OldLink>]>([
    [
      'what the usual front end writes, with its switches off',
      `https://api.example.com/sub?target=clash&url=${enc(A)}&insert=false&config=${enc('https://raw.example.com/ACL4SSR_Online.ini')}&emoji=true&list=false&tfo=false&scv=true&fdn=false&sort=false&new_name=true`,
      {
        target: 'mihomo',
        urls: [A],
        flag: true,
        template: 'https://raw.example.com/ACL4SSR_Online.ini',
        ignored: ['scv', 'new_name'],
      },
    ],
    [
      'several addresses, the bar encoded',
      `https://api.example.com/sub?target=clash&url=${enc(`${A}|${B}`)}`,
      { urls: [A, B] },
    ],
    ['the bar as it is', `https://api.example.com/sub?target=clash&url=${enc(A)}|${enc(B)}`, { urls: [A, B] }],
    ['encoded twice', `https://api.example.com/sub?target=clash&url=${enc(enc(`${A}|${B}`))}`, { urls: [A, B] }],
    [
      'what is no address',
      `https://api.example.com/sub?target=clash&url=${enc(`${A}|https://[bad/?token=t`)}`,
      { urls: [A], links: ['https://[bad/?token=t'] },
    ],
    ['only the nodes', `http://127.0.0.1:25500/sub?target=clash&list=true&url=${enc(A)}`, { list: true, urls: [A] }],
    [
      'filters',
      `https://api.example.com/sub?target=v2ray&url=${enc(A)}&include=${enc('香港|HK')}&exclude=${enc('过期|剩余')}`,
      { target: 'base64', include: '香港|HK', exclude: '过期|剩余' },
    ],
    [
      'groups named before addresses',
      `https://x.example.com/sub?target=clash&url=${enc(`tag:Work,${A}`)}`,
      { urls: [A] },
    ],
    [
      'share links among the addresses',
      `https://x.example.com/sub?target=singbox&url=${enc(`trojan://p@t.example.com:443#T|${A}`)}`,
      { target: 'singbox', links: ['trojan://p@t.example.com:443#T'], urls: [A] },
    ],
    [
      'a version of sing-box',
      `https://x.example.com/sub?target=sing-box&ver=1.13&url=${enc(A)}`,
      { target: 'singbox', version: '1.13', ignored: [] },
    ],
    ...['constructor', '__proto__', 'toString'].map((name): [string, string, Partial<OldLink>] => [
      `${name} in place of a format`,
      `https://x.example.com/sub?target=${name}&url=${enc(A)}`,
      { unknownTarget: name.toLowerCase(), urls: [A] },
    ]),
    [
      'a format that is not written here',
      `https://x.example.com/sub?target=surge&ver=4&url=${enc(A)}`,
      { unknownTarget: 'surge', urls: [A], ignored: ['ver'] },
    ],
    ['without a scheme', `api.example.com/sub?target=clash&url=${enc(A)}`, { urls: [A] }],
    ['without a host', `/sub?target=clash&url=${enc(A)}`, { urls: [A] }],
    [
      'broken over two lines',
      `https://api.example.com/sub?target=cla\nsh&url=${enc(A)}`,
      { target: 'mihomo', urls: [A] },
    ],
    [
      'inside a link that opens an app',
      `clash://install-config?url=${enc(`https://api.example.com/sub?target=clash&url=${enc(A)}&emoji=1`)}&name=mine`,
      { target: 'mihomo', urls: [A], flag: true },
    ],
    [
      'what is done to names and properties, in the order of subconverter',
      `https://x.example.com/sub?target=clash&url=${enc(A)}&tfo=true&udp=true&append_type=true&sort=true&remove_emoji=true&rename=${enc('HK@香港`(?i)vip@`^(\\d+)@No.$1')}`,
      {
        steps: [
          { kind: 'flag', adds: false },
          { kind: 'replace', pattern: 'HK', to: '香港' },
          { kind: 'replace', pattern: '(?i)vip', to: '' },
          { kind: 'replace', pattern: '^(\\d+)', to: 'No.$1' },
          { kind: 'sort', by: 'name', isDescending: false },
          { kind: 'name', template: '[{proto}] {name}' },
          { kind: 'set', field: 'udp', value: true },
          { kind: 'set', field: 'tfo', value: true },
        ],
        ignored: [],
      },
    ],
    [
      'switches that are off',
      `https://x.example.com/sub?target=clash&url=${enc(A)}&udp=false&tfo=false&sort=false&rename=`,
      { steps: [], ignored: [] },
    ],
    [
      'a script, and a rule that asks for more than the name',
      `https://x.example.com/sub?target=clash&url=${enc(A)}&rename=${enc('script:path:/x.js`!!TYPE=SS!!a@b')}&exclude=${enc('!!GROUP=x')}`,
      { steps: [], ignored: ['rename', 'exclude'] },
    ],
    [
      'several patterns of one filter',
      `https://x.example.com/sub?target=clash&url=${enc(A)}&include=${enc('HK`JP|SG')}&exclude=${enc('过期')}`,
      { include: '(?:HK)|(?:JP|SG)', exclude: '过期' },
    ],
    [
      'a file name and a user agent',
      `https://x.example.com/sub?target=clash&url=${enc(A)}&filename=${enc('我的 机场')}&ua=clash.meta`,
      { name: '我的 机场', userAgent: 'clash.meta', ignored: ['ua'] },
    ],
    [
      'groups named before addresses are lost',
      `https://x.example.com/sub?target=clash&url=${enc(`tag:Work,${A}`)}`,
      { ignored: ['tag'] },
    ],
    [
      'an address of sublink-worker',
      `https://s.example.com/singbox?config=${enc(`${A}\n\ntrojan://p@t.example.com:443#T\r\n${B}\n`)}&ua=v2rayN%2F7&selectedRules=balanced&customRules=%5B%5D&group_by_country=true&include_auto_select=false&enable_clash_ui=false&lang=zh-CN`,
      {
        target: 'singbox',
        urls: [A, B],
        links: ['trojan://p@t.example.com:443#T'],
        userAgent: 'v2rayN/7',
        ignored: ['ua', 'selectedRules', 'group_by_country', 'include_auto_select'],
      },
    ],
    [
      'one of sublink-worker with a config in it',
      `https://s.example.com/clash?config=${enc('proxies:\n  - {name: A, type: ss}\n')}&ua=`,
      { target: 'mihomo', urls: [], links: ['proxies:\n  - {name: A, type: ss}'], ignored: [] },
    ],
    ['its list of links', `https://s.example.com/xray?config=${enc(A)}`, { target: 'base64', urls: [A] }],
    ['its Surge', `https://s.example.com/surge?config=${enc(A)}`, { unknownTarget: 'surge', urls: [A] }],
    ['an app link with the name first', `clash-verge://install-config?name=mine&url=${enc(A)}`, { urls: [A] }],
    ['an app link of sing-box', `sing-box://import-remote-profile?url=${enc(A)}#mine`, { urls: [A] }],
  ])('%s', (_, text, expected) => {
    expect(found(text)).toMatchObject(expected)
  })

  test.each([
    ['', 'not-a-link'],
    ['no address', 'not-a-link'],
    ['trojan://p@t.example.com:443#T', 'not-a-link'],
    ['https://example.com/', 'nothing'],
    ['https://api.example.com/sub?target=pdf', 'nothing'],
    ['https://api.example.com/getprofile?name=profiles/x.ini&token=p', 'nothing'],
    ['https://suo.example/MbQ2xy', 'short-link'],
    ['https://switchyard.example/s/abc123', 'short-link'],
    ['https://s.example.com/c/abc123', 'short-link'],
    ['https://s.example.com/clash?config=', 'nothing'],
    ['https://switchyard.example/sub/3f2b9c1de0', 'hosted'],
  ])('%j says why nothing comes of it: %s', (text, reason) => {
    expect(readOldLink(text)).toBe(reason)
  })
})
