import { isLoopback, SETTING_NAMES, type Settings } from '../settings.ts'
import { type Examined, warning, well } from './examined.ts'
import { isNear } from './is-near.ts'

const PREFIX = /^SWITCHYARD_?/

/** What is set under a name that is nearly the one of a setting: nobody reads it. */
export function* mistypedNames(environment: Readonly<Record<string, string | undefined>>): Generator<Examined> {
  const unset = SETTING_NAMES.filter((name) => !environment[name])
  for (const [name, value] of Object.entries(environment)) {
    if (!value || SETTING_NAMES.includes(name)) continue
    const setting = unset.find((one) => isNear(bareName(name), bareName(one)))
    if (setting !== undefined) yield warning(`${name} is set, and is no setting of ours: did you mean ${setting}?`)
  }
}

/** Without what people write otherwise: `switchyard_site-url`. */
function bareName(name: string): string {
  return name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9_]/g, '_')
    .replace(PREFIX, '')
    .replaceAll('_', '')
}

/** Who is answered: what HOST, SITE_URL and TRUSTED_PROXIES mean together. */
export function* site({ SITE_URL, HOST, PORT, TRUSTED_PROXIES }: Settings): Generator<Examined> {
  if (SITE_URL === undefined) {
    yield isLoopback(HOST)
      ? well(`Only this machine is answered: HOST is ${HOST}, and SITE_URL is not set.`)
      : warning(
          `HOST=${HOST} lets other devices connect, and they are refused (421): without SITE_URL only the names localhost, ` +
            '127.0.0.1 and [::1] are answered. A program on them that claims one of these names is answered all the same. ' +
            'Set SITE_URL to the address that people use, or HOST to 127.0.0.1.',
        )
    return
  }
  yield well(
    isLoopback(HOST)
      ? `The site is ${SITE_URL}. HOST is ${HOST}: a proxy on this machine hands its requests on to port ${PORT}.`
      : `The site is ${SITE_URL}. HOST is ${HOST}: other machines reach port ${PORT} directly too, without TLS.`,
  )
  if (new URL(SITE_URL).protocol === 'https:' && TRUSTED_PROXIES === 0)
    yield warning(
      'TRUSTED_PROXIES is 0, and the server itself speaks no TLS: behind a proxy all visitors count as one, and one who tries ' +
        'passwords makes all of them wait. Set it to the number of proxies in front.',
    )
}
