import type { ConvertSettings } from './conversion-types.ts'

/** Puts the user's ports and switches into a finished config by replacing the lines that say them. */
export function applyAdvanced(text: string, settings: ConvertSettings): string {
  if (settings.list || settings.target === 'links' || settings.target === 'base64') return text
  return settings.target === 'singbox' ? singbox(text, settings) : mihomo(text, settings)
}

function mihomo(
  text: string,
  { mixedPort, controllerPort, allowLan, secret, logLevel, tolerance }: ConvertSettings,
): string {
  let result = text
  const put = (key: string, value: string) => {
    const lines = result.split('\n')
    const at = lines.findIndex((line) => line.startsWith(`${key}:`))
    if (at < 0) lines.unshift(`${key}: ${value}`)
    else lines[at] = `${key}: ${value}`
    result = lines.join('\n')
  }
  if (mixedPort !== undefined) put('mixed-port', String(mixedPort))
  if (controllerPort !== undefined) put('external-controller', `'127.0.0.1:${controllerPort}'`)
  if (allowLan !== undefined) put('allow-lan', String(allowLan))
  if (logLevel) put('log-level', logLevel)
  if (secret) put('secret', JSON.stringify(secret))
  if (tolerance !== undefined)
    result = result
      .split('\n')
      .map((line) =>
        line.startsWith('  - {') && line.includes('type: url-test,')
          ? line.replace(/, tolerance: \d+/, `, tolerance: ${tolerance}`)
          : line,
      )
      .join('\n')
  return result
}

function singbox(
  text: string,
  { mixedPort, controllerPort, allowLan, secret, logLevel, urlTestInterval, tolerance }: ConvertSettings,
): string {
  let result = text
  if (mixedPort !== undefined) result = result.replace(/("listen_port": )7890\b/, `$1${mixedPort}`)
  if (allowLan === true) result = result.replace(/("listen": )"127\.0\.0\.1"/, '$1"0.0.0.0"')
  const controller = /("external_controller": )"127\.0\.0\.1:\d+"/
  if (controllerPort !== undefined) result = result.replace(controller, `$1"127.0.0.1:${controllerPort}"`)
  if (secret) result = result.replace(controller, (found) => `${found}, "secret": ${JSON.stringify(secret)}`)
  if (logLevel)
    result = result.replace(
      /("log": \{\s*"level": )"\w+"/,
      (_, before: string) => `${before}${JSON.stringify(LEVELS[logLevel] ?? 'info')}`,
    )
  const tests = /^(    \{"type":"urltest",.*"interval":)"([^"]*)"(,"tolerance":)(\d+)/gm
  return result.replace(
    tests,
    (_, a: string, interval: string, b: string, before: string) =>
      `${a}${JSON.stringify(urlTestInterval || interval)}${b}${tolerance ?? before}`,
  )
}

/** sing-box says `warn`, `panic` where mihomo says `warning`, `silent`. */
const LEVELS: Record<string, string> = {
  silent: 'panic',
  error: 'error',
  warning: 'warn',
  info: 'info',
  debug: 'debug',
}
