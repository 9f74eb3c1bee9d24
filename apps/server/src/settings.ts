import { AD_CODE_MAX } from '@switchyard/contract/ad-facts'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { s3PlaceOf } from './storage/s3-place.ts'

// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface has no index, and zod wants one
export type SettingNote = {
  meaning: string
  example: string
}

const MIN_SECRET_BYTES = 32
const NAME = /^[\w-]+(\.[\w-]+)*$/
const EXAMPLE_SECRET = /^(secret|password|changeme|change-me|example|test|default)/i
// As many different letters as any random secret of this length has; 'aaaa…' and '0123 0123 …' have fewer.
const MIN_SECRET_LETTERS = 9
const MAX_TRUSTED_PROXIES = 10
const MOST_SOURCE_NAME = 64
const PAGE = 'page:'
/** 5 tries a minute find no shorter one soon. */
const MIN_AD_CODE = 6
const REGISTRATION = ['open', 'invite', 'closed'] as const
const CONVERT_ACCESS = ['off', 'token', 'public'] as const
const RELAY_ACCESS = ['off', 'users', 'public'] as const
const SHORT_ACCESS = ['off', 'users'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const origin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && !url.username && url.pathname === '/' && !url.search && !url.hash)
    return url.origin
  context.addIssue({ code: 'custom', message: 'must be an http(s) address without a path, like https://example.com' })
  return z.NEVER
})

/** Addresses are joined with paths that begin with a slash. */
function withoutSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address
}

const address = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash) return withoutSlash(url.href)
  context.addIssue({ code: 'custom', message: 'must be an http(s) address' })
  return z.NEVER
})

/** Addresses with commas between them, kept as they are written: they may hold `{path}`. */
const mirrors = z
  .string()
  .refine(
    (text) => text.split(',').every((mirror) => isMirror(mirror.trim())),
    'must be https addresses with commas between them, like https://cdn.example.com/{owner}/{repo}@{ref}/{path}',
  )

function isMirror(text: string): boolean {
  const url = /^\S+$/.test(text) && URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' && !url.username && !url.password && !url.hash
}

function isPostgres(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1
}

function isRedis(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^rediss?:$/.test(url.protocol) && url.hostname !== '' && /^(\/\d*)?$/.test(url.pathname)
}

/** `s3://key:secret@host/bucket/prefix?region=…&path-style=1&tls=0` */
const s3 = z.string().transform((text, context) => {
  const place = s3PlaceOf(text)
  if (place) return place
  context.addIssue({
    code: 'custom',
    message:
      'must be the address of a bucket, like s3://key:secret@s3.example.com/bucket?region=us-east-1&path-style=1',
  })
  return z.NEVER
})

function isMailServer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}

/** `id:secret`, and for a provider of one's own `@https://host` behind it. */
const oauth = (publicOrigin: string, mayBeOwn: boolean) =>
  z.string().transform((text, context) => {
    const [, id, secret, own] = /^([^:\s]+):([^@\s]+)(?:@(\S+))?$/.exec(text) ?? []
    const origin = own === undefined ? publicOrigin : originOf(own)
    if (id !== undefined && secret !== undefined && origin !== undefined && (own === undefined || mayBeOwn))
      return { id, secret, origin }
    context.addIssue({
      code: 'custom',
      message: `must be id:secret${mayBeOwn ? ', or id:secret@https://host for a server of your own' : ''}`,
    })
    return z.NEVER
  })

function originOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // On this machine nobody listens in between.
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
  return url && isSafe && !url.username && url.pathname === '/' && !url.search && !url.hash ? url.origin : undefined
}

const listOf = <T>(item: z.ZodType<T, string>) =>
  z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(item))

const cidr = z.string().refine((text) => ipaddr.isValidCIDR(text), 'must be address ranges like 10.0.0.0/8')

const privateName = z
  .string()
  .toLowerCase()
  .refine((text) => NAME.test(text) && !ipaddr.isValid(text), 'must be names of hosts, like sub-store,nas.lan')

/** `name=address`, or `name=page:address`. An address may hold a `=` as well. */
const freeSource = z.string().transform((text, context) => {
  const at = text.indexOf('=')
  const name = text.slice(0, at)
  const isPage = text.startsWith(PAGE, at + 1)
  const address = text.slice(at + 1 + (isPage ? PAGE.length : 0))
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isNamed = at > 0 && Array.from(name).length <= MOST_SOURCE_NAME
  if (isNamed && url && /^https?:$/.test(url.protocol) && !url.username && !url.hash)
    return { name, address: url.href, kind: isPage ? ('page' as const) : ('subscription' as const) }
  context.addIssue({ code: 'custom', message: 'must be name=address with an http(s) address each' })
  return z.NEVER
})

/** Kept as it is written: a proxy may ask for a name and a password. */
const proxy = z
  .string()
  .refine(isProxy, 'must be the address of an HTTP proxy, like http://user:password@proxy.example:3128')

function isProxy(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search + url.hash === ''
}

const contact = z.string().refine(isContact, 'must be like mailto:security@example.com, or an https address')

function isContact(text: string): boolean {
  const url = /^[!-~]+$/.test(text) && URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'mailto:'
    ? /^[^@/]+@[^@/]+$/.test(url.pathname)
    : url?.protocol === 'https:' && !url.username
}

const adClientId = z.string().regex(/^ca-pub-\d{10,20}$/, 'must be the id of a publisher, like ca-pub-0123456789012345')

const adCode = z
  .string()
  .refine(
    (text) => text.length >= MIN_AD_CODE && text.length <= AD_CODE_MAX,
    `must be codes of ${MIN_AD_CODE} to ${AD_CODE_MAX} characters, with commas between them`,
  )

const secret = z
  .string()
  .refine((text) => Buffer.byteLength(text) >= MIN_SECRET_BYTES, `must be at least ${MIN_SECRET_BYTES} bytes`)
  .refine(
    (text) => !EXAMPLE_SECRET.test(text) && new Set(text).size >= MIN_SECRET_LETTERS,
    'must not be an example: make one with `openssl rand -hex 32`',
  )

const integer = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`))

const note = (meaning: string, example: string): SettingNote => ({ meaning, example })

/** Every setting, one field each. The page docs/configuration.md and `serve --help` are written from it. */
export const Settings = z.object({
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .meta(
      note(
        'The address the server listens on. `0.0.0.0` listens on all of them: put a proxy with TLS in front.',
        '0.0.0.0',
      ),
    ),
  PORT: integer(0, 65535).prefault('3000').meta(note('The port the server listens on. 0 takes a free one.', '8080')),
  SITE_URL: origin
    .optional()
    .meta(
      note(
        'The public address. Links, canonical addresses and the sitemap come from it, and no other host name is answered. ' +
          'Without it only `localhost`, `127.0.0.1` and `[::1]` are answered.',
        'https://switchyard.example.com',
      ),
    ),
  I18N_BASE_URL: address
    .optional()
    .meta(
      note(
        'Where the page loads its words from: the scheme, host and port of SITE_URL. Without it: from this server.',
        'https://switchyard.example.com',
      ),
    ),
  ROOT_REDIRECT: z
    .string()
    .regex(/^\/(?![/\\])\S+$/, 'must be a path of this site, like /convert')
    .optional()
    .meta(note('Where a visitor of `/` is sent (302).', '/convert')),
  TRUSTED_PROXIES: integer(0, MAX_TRUSTED_PROXIES)
    .prefault('0')
    .meta(
      note(
        'How many proxies stand in front; the visitor’s address is taken that far from the end of X-Forwarded-For.',
        '1',
      ),
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('data')
    .meta(note('The folder for everything the server keeps.', '/var/lib/switchyard')),
  SECRET: listOf(secret)
    .prefault('')
    .meta(
      note(
        'For what is signed and encrypted. A list: the first one seals, the older ones behind it still open what they sealed, until ' +
          '`switchyard reseal` has sealed all of it with the first. ' +
          'Without it a key is made and kept in DATA_DIR/secret.',
        'openssl rand -hex 32',
      ),
    ),
  DATABASE_URL: z
    .string()
    .refine(isPostgres, 'must be the address of a PostgreSQL, like postgres://user:password@host/database')
    .optional()
    .meta(
      note(
        'The PostgreSQL that rows are kept in. Without it: SQLite, in the file DATA_DIR/switchyard.sqlite.',
        'postgres://switchyard:password@localhost/switchyard',
      ),
    ),
  REDIS_URL: z
    .string()
    .refine(isRedis, 'must be the address of a Redis, like redis://:password@host:6379, or rediss://… for TLS')
    .optional()
    .meta(
      note(
        'The Redis through which copies of this server share limits, locks and answers, where there are several beside one ' +
          'DATABASE_URL. Each copy needs the same SECRET. Without it the server has no other copies.',
        'rediss://:password@redis.example.com:6379',
      ),
    ),
  STORAGE_URL: s3
    .optional()
    .meta(
      note(
        'The bucket of S3 that the files of people are kept in: `region`, `path-style=1` where its name stands in the path, `tls=0` for ' +
          'a server without TLS; signs of key and secret that an address cannot hold are percent-encoded. The server may be in your network: neither ' +
          '`PRIVATE_UPSTREAMS` nor `FETCH_PROXY` is for it. Without it: the folder DATA_DIR/files.',
        's3://key:secret@s3.example.com/bucket?region=us-east-1&path-style=1',
      ),
    ),
  FILES_URL: origin
    .optional()
    .meta(
      note(
        'Another address of this server, for the files that people share (`/f/…`) alone: a host name that is no part of SITE_URL’s. ' +
          'Browsers show texts and pictures there. Without it: browsers save shared files, and show none.',
        'https://files.example.net',
      ),
    ),
  REGISTRATION: z
    .enum(REGISTRATION, `must be one of ${REGISTRATION.join(', ')}`)
    .default('invite')
    .meta(
      note(
        'Who may make an account after the first one, which is the owner’s and needs the setup code (`switchyard setup-code`): ' +
          '`open` anybody, `invite` who has a link of the owner, `closed` nobody.',
        'open',
      ),
    ),
  SMTP_URL: z
    .string()
    .refine(isMailServer, 'must be the address of a mail server, like smtps://user:password@mail.example.com')
    .optional()
    .meta(
      note(
        'The mail server: with it (and MAIL_FROM), people confirm their address and reset a forgotten password by mail. Without ' +
          'it the owner makes a reset link, or `switchyard reset-password EMAIL` prints one.',
        'smtps://user:password@mail.example.com',
      ),
    ),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@]@[^\s@]+$/, 'must be an e-mail address, like switchyard@example.com')
    .optional()
    .meta(note('Whom mails come from. SMTP_URL needs it.', 'switchyard@example.com')),
  OAUTH_GITHUB: oauth('https://github.com', false)
    .optional()
    .meta(
      note(
        'Signing in with GitHub: the id and the secret of an OAuth app, whose callback is SITE_URL/api/auth/oauth/github/callback.',
        'id:secret',
      ),
    ),
  OAUTH_GITLAB: oauth('https://gitlab.com', true)
    .optional()
    .meta(
      note(
        'The same with GitLab (scope `read_user`), at `…/oauth/gitlab/callback`; with `@https://host` for a GitLab of your own.',
        'id:secret@https://gitlab.example.com',
      ),
    ),
  OAUTH_GITEE: oauth('https://gitee.com', true)
    .optional()
    .meta(note('The same with Gitee (scope `user_info`), at `…/oauth/gitee/callback`.', 'id:secret')),
  PRIVATE_UPSTREAMS: listOf(cidr)
    .prefault('')
    .meta(
      note('Private address ranges that the server may fetch from. Without it: none.', '10.1.0.0/16,192.168.7.0/24'),
    ),
  PRIVATE_HOSTS: listOf(privateName)
    .prefault('')
    .meta(
      note(
        'Names in your network that the server may fetch from though they look like no public ones. Their addresses have to be in ' +
          '`PRIVATE_UPSTREAMS`. Without it: none.',
        'sub-store,nas.lan',
      ),
    ),
  FETCH_PROXY: proxy
    .optional()
    .meta(
      note(
        'The HTTP proxy through which the server asks all others (but for mail and STORAGE_URL). Names are looked up and addresses checked before: ' +
          'the proxy is told addresses alone. Without it: no proxy, whatever the environment says.',
        'http://127.0.0.1:7890',
      ),
    ),
  LIST_MIRROR: mirrors
    .optional()
    .meta(
      note(
        'Mirrors of `https://raw.githubusercontent.com` for rule lists, with commas between them: pages ask them in this order ' +
          'where the list itself does not answer, and the configs they write name the first. `{owner}`, `{repo}`, `{ref}` and `{path}` stand for the parts of an address; without them the ' +
          'whole path is put behind. Without it: no mirror.',
        'https://cdn.jsdelivr.net/gh/{owner}/{repo}@{ref}/{path}',
      ),
    ),
  PRESETS_BASE: address
    .refine((text) => text.startsWith('https:'), 'must be an https address: no page asks any other')
    .optional()
    .meta(
      note(
        'The API of a code host like GitHub that pages ask for presets (`…/repos/{owner}/{repo}/contents/{path}`). Without it: ' +
          '`https://api.github.com`.',
        'https://git.example.com/api/v3',
      ),
    ),
  CONVERT_API: z
    .enum(CONVERT_ACCESS, `must be one of ${CONVERT_ACCESS.join(', ')}`)
    .optional()
    .meta(
      note(
        'Who may have texts converted by the server (`POST /api/convert`, `POST /api/recipes/apply`), and addresses as front ends of ' +
          'subconverter make them (`/sub?target=…&url=…`): `public` anybody, `token` who is signed in or has ' +
          'an API token (front ends: `/t/{token}/sub?…`), `off` nobody. Without it: `public` where only this machine is answered (HOST on ' +
          'loopback, no SITE_URL), else `token`.',
        'public',
      ),
    ),
  RELAY: z
    .enum(RELAY_ACCESS, `must be one of ${RELAY_ACCESS.join(', ')}`)
    .optional()
    .meta(
      note(
        'Who may have an address fetched once by the server, for a page that cannot fetch it itself (`POST /api/relay`), ' +
          'or a request forwarded to a Git host that refuses browsers (`POST /api/relay/git`), or nodes checked (`POST /api/probes`): ' +
          '`public` anybody, `users` who is signed in, `off` nobody. Without it: `public` where only this machine is ' +
          'answered (HOST on loopback, no SITE_URL), else `users`.',
        'off',
      ),
    ),
  SHORT_API: z
    .enum(SHORT_ACCESS, `must be one of ${SHORT_ACCESS.join(', ')}`)
    .default('users')
    .meta(
      note(
        'Who may make short links (`/s/…`): `users` who is signed in, `off` nobody. Links that are there still answer, and ' +
          'their people can change and delete them.',
        'off',
      ),
    ),
  FREE_NODE_SOURCES: listOf(freeSource)
    .prefault('')
    .refine(
      (sources) => new Set(sources.map(({ address }) => address)).size === sources.length,
      'must not name an address twice',
    )
    .meta(
      note(
        'Sources of free nodes, which anybody sees on `/free-nodes` and gets at `/sub/free/all`: `name=address` each, with commas ' +
          'or spaces between them (`%2C` for a comma in an address), and `page:` before the address of a web page or a Markdown ' +
          'file with share links in it. They are asked every hour. The owner may add others on the page `/settings/node-sites`.',
        'Night=https://example.com/free.txt,Daily=page:https://example.org/README.md',
      ),
    ),
  ADS_CLIENT_ID: adClientId
    .optional()
    .meta(
      note(
        'The id of a publisher at the ad provider. With it categories, articles, `/client` and the terms show an ad, in a frame that ' +
          'reads nothing of this site (docs/decisions/ads.md). Without it: no ads, and nothing of them anywhere.',
        'ca-pub-0123456789012345',
      ),
    ),
  ADS_CODES: listOf(adCode)
    .prefault('')
    .meta(
      note(
        'Codes with commas between them. Who enters one sees no ads in that browser for 30 days. Without it: none.',
        'spring-supporter,friends-of-ours',
      ),
    ),
  SECURITY_CONTACT: contact
    .optional()
    .meta(
      note(
        'Whom to write to about a weakness of this site: `mailto:…` or an https address. It stands in `/.well-known/security.txt` ' +
          '(RFC 9116); without it there is none.',
        'mailto:security@example.com',
      ),
    ),
  ICON_FALLBACK_URL: listOf(address)
    .prefault('')
    .meta(
      note(
        'Icon services asked, in turn, for icons that are not carried. Without it: none.',
        'https://api.iconify.design',
      ),
    ),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
    .optional()
    .meta(
      note('The least important thing that is logged. Without it: `warn` on a terminal, `info` elsewhere.', 'debug'),
    ),
})

export type Settings = z.infer<typeof Settings>

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(Settings.shape)

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/

/** Who may use the convert API. Without `CONVERT_API`: everybody on a server for this machine alone, else token holders. */
export function convertApiOf({ CONVERT_API, HOST, SITE_URL }: Settings): (typeof CONVERT_ACCESS)[number] {
  return CONVERT_API ?? (isForThisMachine({ HOST, SITE_URL }) ? 'public' : 'token')
}

/** Who may have an address fetched. Without `RELAY`: everybody on a server for this machine alone, else who is signed in. */
export function relayOf({ RELAY, HOST, SITE_URL }: Settings): (typeof RELAY_ACCESS)[number] {
  return RELAY ?? (isForThisMachine({ HOST, SITE_URL }) ? 'public' : 'users')
}

function isForThisMachine({ HOST, SITE_URL }: Pick<Settings, 'HOST' | 'SITE_URL'>): boolean {
  return isLoopback(HOST) && SITE_URL === undefined
}

/** Whether what listens there is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}

/** The settings named in an environment; an empty one counts as absent. Throws with one line for each broken one. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const named: Record<string, string> = {}
  for (const name of SETTING_NAMES) {
    const value = environment[name]
    if (value) named[name] = value
  }
  const result = Settings.safeParse(named)
  if (result.success) {
    if (result.data.SMTP_URL !== undefined && result.data.MAIL_FROM === undefined)
      throw new SettingsError(['MAIL_FROM must be set where SMTP_URL is: mails need a sender'])
    if (isSameHost(result.data.FILES_URL, result.data.SITE_URL))
      throw new SettingsError(['FILES_URL must have another host name than SITE_URL, and SITE_URL must be set'])
    return result.data
  }
  const lines = new Map<string, string>()
  for (const { path, message } of result.error.issues) {
    const name = String(path[0])
    // What is said first is what is wrong; the rest follows from it.
    if (!lines.has(name)) lines.set(name, `${name} ${message}`)
  }
  throw new SettingsError([...lines.values()])
}

/** What is served there would act for the site: a name with another port has the cookies of the site. */
function isSameHost(files: string | undefined, site: string | undefined): boolean {
  return files !== undefined && (site === undefined || new URL(files).hostname === new URL(site).hostname)
}

/** Settings that the server cannot start with. */
export class SettingsError extends Error {
  /** What is wrong, one line for each setting. */
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.name = 'SettingsError'
    this.lines = lines
  }
}
