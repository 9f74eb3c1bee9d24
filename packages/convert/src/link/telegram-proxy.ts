import { percentDecode, percentEncode } from '../text/percent.ts'
import { formatUriLink } from './uri-link.ts'

/** A proxy as Telegram shares it: SOCKS5 as the link it stands for, or Telegram's own MTProto, which only it speaks. */
export type TelegramProxy = { kind: 'socks'; link: string } | { kind: 'mtproto' }

/** Reads `tg://socks?server=…`, `https://t.me/proxy?server=…` (core.telegram.org/api/links#mtproxy-links); else undefined. */
export function telegramProxy(link: string): TelegramProxy | undefined {
  const match = TELEGRAM.exec(link)
  if (match === null) return undefined
  if (match[1]!.toLowerCase() === 'proxy') return { kind: 'mtproto' }
  const [query = '', ...name] = link.slice(match[0].length).split('#')
  const values = new Map<string, string>()
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=')
    if (equals > 0) values.set(pair.slice(0, equals).toLowerCase(), percentDecode(pair.slice(equals + 1)))
  }
  const user = values.get('user') ?? ''
  const password = values.get('pass') ?? ''
  return {
    kind: 'socks',
    link: formatUriLink('socks5', {
      user: user === '' && password === '' ? '' : `${percentEncode(user)}:${percentEncode(password)}`,
      server: values.get('server') ?? '',
      port: values.get('port') ?? '',
      query: [],
      name: percentDecode(name.join('#')),
    }),
  }
}

const TELEGRAM = /^(?:tg:\/\/|https?:\/\/(?:t\.me|telegram\.(?:me|dog))\/)(socks|proxy)\/?\?/i
