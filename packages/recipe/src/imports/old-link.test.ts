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
      { target: 'singbox', singboxVersion: '1.13', ignored: [] },
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
    ['https://switchyard.example/sub/3f2b9c1de0', 'hosted'],
  ])('%j says why nothing comes of it: %s', (text, reason) => {
    expect(readOldLink(text)).toBe(reason)
  })
})
