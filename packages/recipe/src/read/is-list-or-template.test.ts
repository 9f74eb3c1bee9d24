import { expect, test } from 'vitest'
import { isListOrTemplate } from './is-list-or-template.ts'

test.each<[what: string, text: string]>([
  ['a list of Surge', '# comment\nDOMAIN-SUFFIX,example.com\nIP-CIDR,10.0.0.0/8,no-resolve\nUSER-AGENT,x*'],
  ['a payload of Clash', "payload:\n  - 'DOMAIN,example.com'\n"],
  ['a payload of domains', "payload:\n  - '+.example.com'\n"],
  ['domains', 'example.com\nexample.org\n'],
  ['networks', '10.0.0.0/8\n2001:db8::/32\n'],
  ['an ini template', '[custom]\ncustom_proxy_group=Auto`url-test`.*`http://www.gstatic.com/generate_204`300\n'],
  ['a config without nodes', 'proxy-groups:\n  - {name: A, type: select, proxies: [DIRECT]}\nrules: ["MATCH,A"]\n'],
  [
    'a config of sing-box',
    '{"outbounds": [{"type": "selector", "tag": "A", "outbounds": ["B"]}, {"type": "direct", "tag": "B"}]}',
  ],
])('%s is one', (_, text) => {
  expect(isListOrTemplate(text)).toBe(true)
})

test.each<[what: string, text: string]>([
  ['nothing', ''],
  ['a word', 'OK'],
  ['words', 'hello\nworld\n'],
  ['an answer of some service', '{"status": "ok", "secret": "canary", "hosts": ["a.example.com"]}'],
  ['settings', 'password: canary\nlisten: 10.0.0.1:80\n'],
  ['a file of accounts', 'root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n'],
  ['metrics', '# HELP http_requests_total Requests.\nhttp_requests_total{code="200"} 1027\nup 1\n'],
  ['a page', '<!doctype html><title>Router</title>'],
  ['a key', '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----\n'],
  ['environment', 'DATABASE_URL=postgres://u:p@db.example.com/x\nSECRET=canary\n'],
])('%s is none', (_, text) => {
  expect(isListOrTemplate(text)).toBe(false)
})
