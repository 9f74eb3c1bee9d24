import { Settings, type SettingNote } from './settings.ts'

interface Row extends SettingNote {
  name: string
  fallback: string
}

function rows(): Row[] {
  return Object.entries(Settings.shape).map(([name, field]) => {
    // Every setting has its note: a test reads the docs made of them.
    const { meaning, example } = field.meta() as unknown as SettingNote
    return { name, fallback: defaultOf(name), meaning, example }
  })
}

const DEFAULTS = new Map<string, unknown>(Object.entries(Settings.parse({})))

function defaultOf(name: string): string {
  const value = DEFAULTS.get(name)
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** What `switchyard serve --help` prints. */
export function settingsHelp(): string {
  const entries = rows().map(({ name, fallback, meaning, example }) =>
    [
      `  ${name}${fallback && ` (default ${fallback})`}`,
      `      ${meaning.replaceAll('`', '')}`,
      `      Example: ${example}`,
    ].join('\n'),
  )
  return `Starts the web app. Settings are environment variables:\n\n${entries.join('\n')}`
}

/** docs/configuration.md. */
export function configurationPage(): string {
  const entries = rows().map(
    ({ name, fallback, meaning, example }) =>
      `| \`${name}\` | ${fallback ? `\`${fallback}\`` : 'none'} | ${meaning.replaceAll('|', '\\|')} | \`${example}\` |`,
  )
  return [
    '# Configuration',
    '',
    'Every setting is an environment variable. A value that cannot be read stops the start with one line that says why.',
    '',
    '| Name | Default | Meaning | Example |',
    '|---|---|---|---|',
    ...entries,
    '',
    'This page is written from `apps/server/src/settings.ts` by `npm run docs`.',
    '',
  ].join('\n')
}
