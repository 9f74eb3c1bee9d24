import { expect, test } from 'vitest'
import { parseTarget } from './target.ts'

const HOSTS = { own: ['switchyard.example'], private: ['sub-store', 'nas.lan'] }

test.each([
  'https://example.com/sub?token=1',
  ' http://example.com ',
  'http://example.com:8080/',
  'https://[2606:4700:4700::1111]/',
  'https://1.1.1.1/',
  'https://example.com./',
  'http://sub-store:3000/download',
  'http://NAS.lan./',
])('%s may be asked', (text) => {
  expect(parseTarget(text, HOSTS).href).toBeTruthy()
})

test.each([
  ['no address', 'nothing at all'],
  ['ftp://example.com/', 'not http'],
  ['file:///etc/passwd', 'a file'],
  ['/etc/passwd', 'a path'],
  ['javascript:alert(1)', 'a script'],
  ['http://user@example.com/', 'a user name'],
  ['http://user:secret@example.com/', 'credentials'],
  ['http://router/', 'a single label'],
  ['http://localhost/', 'this machine'],
  ['http://foo.localhost./', 'this machine with a final dot'],
  ['http://nas.local/', '.local'],
  ['http://router.lan/', '.lan'],
  ['http://a.nas.lan/', 'a name below one that may be asked'],
  ['http://sub-store:6379/', 'a database of a host that may be asked'],
  ['http://metadata.google.internal/', '.internal'],
  ['http://box.home.arpa/', '.home.arpa'],
  ['http://kube.default.svc/', '.svc'],
  ['http://a.localdomain/', '.localdomain'],
  ['http://SWITCHYARD.example/', 'ourselves'],
  ['http://example.com:22/', 'a low port'],
  ['http://example.com:6000/', 'a port browsers refuse'],
  ['http://example.com:6379/', 'a database'],
  ['http://example.com:2375/', 'a container engine'],
  [`http://${'a.'.repeat(130)}example.com/`, 'a host that is too long'],
  [`http://example.com/${'a'.repeat(9000)}`, 'an address that is too long'],
])('%s is refused: %s', (text) => {
  expect(() => parseTarget(text, HOSTS)).toThrow('refused-address')
})
