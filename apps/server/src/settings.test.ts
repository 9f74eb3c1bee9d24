import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { configurationPage, settingsHelp } from './settings-help.ts'
import { readSettings, Settings, SettingsError } from './settings.ts'

const linesOf = (environment: Record<string, string>): string[] => {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n')
    throw error
  }
}

const OTHER_SECRET = '77c1e29e5b7d40868e1f2a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f'

test('an empty environment gives a server for this machine alone', () => {
  expect(readSettings({})).toEqual({
    HOST: '127.0.0.1',
    PORT: 3000,
    TRUSTED_PROXIES: 0,
    DATA_DIR: 'data',
    REGISTRATION: 'invite',
    PRIVATE_UPSTREAMS: [],
    PRIVATE_HOSTS: [],
    SECRET: [],
    SHORT_API: 'users',
    FREE_NODE_SOURCES: [],
    ADS_CODES: [],
    ICON_FALLBACK_URL: [],
  })
})

test('good values are read, empty ones count as absent, other variables are none of ours', () => {
  const settings = readSettings({
    PORT: '8080',
    SITE_URL: 'https://switchyard.example/',
    PRIVATE_UPSTREAMS: '10.0.0.0/8, fd00::/8',
    PRIVATE_HOSTS: 'Sub-Store, nas.lan',
    FETCH_PROXY: 'http://me:secret@127.0.0.1:7890',
    LIST_MIRROR: 'https://cdn.example/{owner}/{repo}@{ref}/{path}, https://m.example',
    FREE_NODE_SOURCES: 'Night=https://a.example/free?x=1, 每日=page:https://b.example/README.md',
    LOG_LEVEL: '',
    PATH: '/usr/bin',
  })
  expect(settings).toMatchObject({
    PORT: 8080,
    SITE_URL: 'https://switchyard.example',
    PRIVATE_UPSTREAMS: ['10.0.0.0/8', 'fd00::/8'],
    PRIVATE_HOSTS: ['sub-store', 'nas.lan'],
    FETCH_PROXY: 'http://me:secret@127.0.0.1:7890',
    LIST_MIRROR: 'https://cdn.example/{owner}/{repo}@{ref}/{path}, https://m.example',
    FREE_NODE_SOURCES: [
      { name: 'Night', address: 'https://a.example/free?x=1', kind: 'subscription' },
      { name: '每日', address: 'https://b.example/README.md', kind: 'page' },
    ],
  })
  expect(settings).not.toHaveProperty('LOG_LEVEL')
  expect(settings).not.toHaveProperty('PATH')
})

test.each([
  ['PORT', '65536'],
  ['PORT', 'http'],
  ['PORT', '-1'],
  ['SITE_URL', 'switchyard.example'],
  ['SITE_URL', 'https://switchyard.example/path'],
  ['SITE_URL', 'javascript:alert(1)'],
  ['ROOT_REDIRECT', 'https://evil.example'],
  ['ROOT_REDIRECT', '//evil.example'],
  ['TRUSTED_PROXIES', 'yes'],
  ['SECRET', 'short'],
  ['SECRET', 'changeme-changeme-changeme-changeme-changeme'],
  ['SECRET', 'a'.repeat(64)],
  ['PRIVATE_UPSTREAMS', 'true'],
  ['PRIVATE_HOSTS', 'http://sub-store'],
  ['PRIVATE_HOSTS', '10.0.0.1'],
  ['FETCH_PROXY', '127.0.0.1:7890'],
  ['FETCH_PROXY', 'socks5://127.0.0.1:1080'],
  ['FETCH_PROXY', 'http://proxy.example/path'],
  ['FREE_NODE_SOURCES', 'https://a.example/free'],
  ['FREE_NODE_SOURCES', '=https://a.example/free'],
  ['FREE_NODE_SOURCES', 'a=page:ftp://a.example/free'],
  ['FREE_NODE_SOURCES', 'a=https://user:pw@a.example/free'],
  ['FREE_NODE_SOURCES', 'a=https://a.example/free,b=https://a.example/free'],
  ['ICON_FALLBACK_URL', 'file:///etc/passwd'],
  ['LIST_MIRROR', 'http://mirror.example'],
  ['LIST_MIRROR', 'https://mirror.example,http://mirror.example'],
  ['LIST_MIRROR', 'https://user:pw@mirror.example'],
  ['LIST_MIRROR', 'https://mirror.example/a b'],
  ['LIST_MIRROR', 'mirror.example/{path}'],
  ['PRESETS_BASE', 'http://git.example'],
  ['PRESETS_BASE', 'https://git.example/?x=1'],
  ['PRESETS_BASE', 'git.example'],
  ['LOG_LEVEL', 'loud'],
  ['SECURITY_CONTACT', 'security@example.com'],
  ['SECURITY_CONTACT', 'http://a.example'],
  ['SECURITY_CONTACT', 'mailto:a@b.c\nExpires: 1'],
  ['SECURITY_CONTACT', 'mailto:'],
  ['ADS_CLIENT_ID', 'pub-0123456789012345'],
  ['ADS_CLIENT_ID', 'ca-pub-01234"><script>'],
  ['ADS_CODES', 'short'],
  ['ADS_CODES', `spring-code,${'x'.repeat(65)}`],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'postgres://'],
  ['REDIS_URL', 'localhost:6379'],
  ['REDIS_URL', 'https://localhost:6379'],
  ['REDIS_URL', 'redis://'],
  ['REDIS_URL', 'redis://localhost/name'],
  ['SECRET', `${OTHER_SECRET},short`],
])('%s=%s stops the start with one line that names it', (name, value) => {
  const lines = linesOf({ [name]: value })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(new RegExp(`^${name} `))
})

// Each as the command in the message may print it.
test.each([
  'a3f1c29e5b7d40868e1f2a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f',
  '0b7d40868e1f2a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7fa3f1c29e',
  '1e2f2a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7fa3f1c29e5b7d4086',
])('a random secret is taken, whatever it begins with: %s', (secret) => {
  expect(readSettings({ SECRET: secret }).SECRET).toEqual([secret])
  expect(readSettings({ SECRET: `${secret},${OTHER_SECRET}` }).SECRET).toEqual([secret, OTHER_SECRET])
})

test('every broken value has its line, and none repeats a secret', () => {
  const lines = linesOf({ PORT: 'x', SECRET: 'canary-canary', LOG_LEVEL: 'x' })
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['PORT', 'SECRET', 'LOG_LEVEL'])
  expect(lines.join()).not.toContain('canary')
})

test('of several faults of a value the first is told', () => {
  expect(linesOf({ SECRET: 'short' })).toEqual(['SECRET must be at least 32 bytes'])
})

test('the help and the page name every setting; the page is the one in docs/', () => {
  const page = configurationPage()
  for (const name of Object.keys(Settings.shape)) {
    expect(settingsHelp()).toContain(name)
    expect(page).toContain(`\`${name}\``)
  }
  expect(readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')).toBe(page)
})

test('a provider has an id and a secret, and its own address where it may', () => {
  expect(
    readSettings({
      OAUTH_GITHUB: 'id:se:cret',
      OAUTH_GITLAB: 'id:secret@https://gitlab.example.com',
      OAUTH_GITEE: 'id:secret',
    }),
  ).toMatchObject({
    OAUTH_GITHUB: { id: 'id', secret: 'se:cret', origin: 'https://github.com' },
    OAUTH_GITLAB: { id: 'id', secret: 'secret', origin: 'https://gitlab.example.com' },
    OAUTH_GITEE: { id: 'id', secret: 'secret', origin: 'https://gitee.com' },
  })
  // On this machine it needs no certificate.
  expect(readSettings({ OAUTH_GITEE: 'id:secret@http://127.0.0.2:8080' })).toMatchObject({
    OAUTH_GITEE: { origin: 'http://127.0.0.2:8080' },
  })
})

test.each<[string, Record<string, string>]>([
  ['OAUTH_GITHUB must be id:secret', { OAUTH_GITHUB: 'id' }],
  ['OAUTH_GITHUB must be id:secret', { OAUTH_GITHUB: 'id:secret@https://ghe.example.com' }],
  [
    'OAUTH_GITLAB must be id:secret, or id:secret@https://host for a server of your own',
    { OAUTH_GITLAB: 'id:secret@http://gitlab.example.com' },
  ],
  ['SMTP_URL must be the address of a mail server', { SMTP_URL: 'https://mail.example.com', MAIL_FROM: 'a@b.c' }],
  ['MAIL_FROM must be set where SMTP_URL is', { SMTP_URL: 'smtp://mail.example.com' }],
  ['MAIL_FROM must be an e-mail address', { MAIL_FROM: 'a@b.c\r\nBcc: d@e.f' }],
  ['REGISTRATION must be one of open, invite, closed', { REGISTRATION: 'yes' }],
])('%s', (line, environment) => {
  expect(linesOf(environment)).toEqual([expect.stringContaining(line)])
})
