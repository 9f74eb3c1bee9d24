import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Served } from '../serve.ts'

/** Another address of this machine, which the server is allowed to ask. */
const PROVIDER = '127.0.0.2'
const DAY_S = 86_400
const GIB = 1024 ** 3

const WORDS = {
  zh: { language: 'zh-CN', person: '小林', items: ['主力机场', '备用机场', '自建'], outputs: ['家里', '手机'], device: '路由器' },
  en: { language: 'en-US', person: 'Robin', items: ['Main provider', 'Spare provider', 'My own'], outputs: ['Home', 'Phone'], device: 'Router' },
} as const // oxfmt-ignore

/** Two nodes are in both lists. */
const MAIN_NODES = ['Tokyo 01', 'Tokyo 02', 'Singapore 01', 'Los Angeles 01', 'London 01']
const SPARE_NODES = ['Los Angeles 01', 'London 01', 'Frankfurt 01', 'Seoul 01']

type Lang = keyof typeof WORDS

/** What the pictures of accounts show. */
export interface Accounts {
  /** The session of a person who keeps and publishes something, by the language of the pictures. */
  cookies: Readonly<Record<Lang, string>>
  /** The path of an output of that person. */
  outputs: Readonly<Record<Lang, string>>
  stop: () => Promise<void>
}

/** Makes a person for each language, with sources of a provider that answers on loopback, and what they publish of them. */
export async function makeAccounts({ address, data }: Served): Promise<Accounts> {
  const provider = createServer((request, response) => {
    const isSpare = request.url?.includes('spare') ?? false
    const used = isSpare ? 92 : 38
    const userInfo = `upload=0; download=${used * GIB}; total=${100 * GIB}; expire=${Math.floor(Date.now() / 1000) + 40 * DAY_S}`
    response.setHeader('subscription-userinfo', userInfo)
    response.end(
      (isSpare ? SPARE_NODES : MAIN_NODES)
        .map(
          (name) =>
            `trojan://s3cret@${name.toLowerCase().replaceAll(' ', '-')}.example.com:443#${encodeURIComponent(name)}`,
        )
        .join('\n'),
    )
  })
  await new Promise<void>((resolve) => provider.listen(0, PROVIDER, resolve))
  const source = `http://${PROVIDER}:${(provider.address() as AddressInfo).port}`
  const setupCode = readFileSync(`${data}/setup-code`, 'utf8').trim()
  const zh = await makePerson('zh', { address, source, setupCode })
  const en = await makePerson('en', { address, source })
  return {
    cookies: { zh: zh.cookie, en: en.cookie },
    outputs: { zh: zh.output, en: en.output },
    stop: () => new Promise((resolve) => void provider.close(() => resolve())),
  }
}

async function makePerson(
  lang: Lang,
  { address, source, setupCode }: { address: string; source: string; setupCode?: string },
): Promise<{ cookie: string; output: string }> {
  const { language, person, items, outputs, device } = WORDS[lang]
  let cookie = ''
  const api = async <T>(path: string, body: object): Promise<T> => {
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: { origin: address, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const [first = ''] = answer.headers.getSetCookie()
    cookie ||= first.split(';', 1)[0]!
    const { code, data, msg } = (await answer.json()) as { code: number; data: T; msg: string }
    if (code !== 200) throw new Error(`${path}: ${code} ${msg}`)
    return data
  }
  const email = `${lang}@example.com`
  await api('/api/auth/register', { email, name: person, password: 'correct horse battery', language, setupCode })
  const bodies = [`${source}/main`, `${source}/spare`, 'trojan://s3cret@own.example.com:443#Basement']
  const ids: string[] = []
  for (const [at, body] of bodies.entries()) {
    const { id } = await api<{ id: string }>('/api/subscriptions', { name: items[at], body })
    if (body.startsWith('http')) await api(`/api/subscriptions/${id}/refresh`, {})
    ids.push(id)
  }
  const made: string[] = []
  for (const [at, name] of outputs.entries()) {
    const recipe = JSON.stringify({
      switchyard: 'recipe',
      version: 1,
      sources: ids.map((id, place) => ({ id, name: items[place], url: 'https://example.com/' })),
    })
    const output = {
      name,
      recipe,
      items: Object.fromEntries(ids.map((id) => [id, id])),
      client: at === 0 ? 'mihomo' : 'singbox',
    }
    const { id } = await api<{ id: string }>('/api/outputs', output)
    made.push(id)
  }
  await api(`/api/outputs/${made[0]}/addresses`, { name: device })
  return { cookie, output: `/subscribe/${made[0]}` }
}
