import { describe, expect, test } from 'vitest'
import { shortTarget } from './short-target.ts'

const SITE = 'https://switchyard.example'

describe('a short link leads to', () => {
  test.each([
    'https://example.com/a?b=c#d',
    'http://example.com:8080/',
    ' https://example.com/ ',
    'https://例子.example/路径',
    'https://8.8.8.8/',
    // Our own pages and addresses, but for short links.
    `${SITE}/sub/canary`,
    `${SITE}/short`,
    `${SITE}/subscribe`,
    `${SITE}/en-US/s`,
    // Another site's short links, and a host that only ends like ours.
    'https://s.example/s/abc',
    'https://notswitchyard.example/s/abc',
  ])('%s', (target) => {
    expect(shortTarget(target, SITE)?.href).toBe(new URL(target.trim()).href)
  })

  test('this machine, where the server has no other address', () => {
    expect(shortTarget('http://127.0.0.1:3000/sub/x', 'http://127.0.0.1:3000')?.pathname).toBe('/sub/x')
    expect(shortTarget('http://localhost:3000/sub/x', 'http://127.0.0.1:3000')).toBeUndefined()
  })
})

describe('no short link leads to', () => {
  test.each([
    ['nothing', ''],
    ['a path', '/convert'],
    ['another scheme', 'javascript:alert(1)'],
    ['a scheme in disguise', ' \tJAVASCRIPT:alert(1)'],
    ['data', 'data:text/html,<script>1</script>'],
    ['a share link', 'trojan://password@a.example.com:443'],
    ['a file', 'file:///etc/passwd'],
    ['an app', 'intent://x#Intent;end'],
    ['somebody’s credentials', 'https://user:password@example.com/'],
    ['a host that looks like ours', 'https://switchyard.example@evil.example/'],
    ['this site with credentials', 'https://a:b@switchyard.example/'],
    ['a single label', 'http://router/'],
    ['a local name', 'http://nas.local/'],
    ['localhost', 'http://localhost:3000/'],
    ['a refused port', 'http://example.com:25/'],
    ['more than 8 KiB', `https://example.com/${'a'.repeat(8192)}`],
    ['a short link', `${SITE}/s/abc`],
    ['a short link over http', 'http://switchyard.example/s/abc'],
    ['a short link at another port', 'https://switchyard.example:8443/s/abc'],
    ['a short link with a final dot', 'https://switchyard.example./s/abc'],
    ['a short link in capitals', 'HTTPS://SWITCHYARD.EXAMPLE/S/abc'],
    ['an encoded short link', `${SITE}/%73/abc`],
    ['a short link encoded twice', `${SITE}/%2573/abc`],
    ['a short link encoded many times', `${SITE}/%${'25'.repeat(9)}73/abc`],
    ['an encoded slash', `${SITE}/s%2fabc`],
    ['two slashes', `${SITE}//s/abc`],
    ['dots', `${SITE}/x/../s/abc`],
    ['encoded dots', `${SITE}/x/%2e%2e/s/abc`],
    ['backslashes', `https:\\\\switchyard.example\\s\\abc`],
    ['a tab in the path', `${SITE}/\ts/abc`],
    ['its list', `${SITE}/s`],
  ])('%s', (_, target) => {
    expect(shortTarget(target, SITE)).toBeUndefined()
  })

  test.each(['http://127.0.0.1:3000/s/x', 'http://localhost:3000/s/x', 'http://[::1]:3000/s/x'])(
    '%s, on this machine',
    (target) => {
      expect(shortTarget(target, 'http://localhost:3000')).toBeUndefined()
    },
  )
})
