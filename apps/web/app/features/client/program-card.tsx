import { importLinkOf, type Program, protocolsOf, sourceAddress } from '@switchyard/recipe/programs'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { localizedPath } from '../../lib/locale.ts'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CORE_NAMES, FORMAT_NAMES, PROTOCOL_NAMES } from './fact-names.ts'

/** What says why nothing can be imported, once for all programs. */
export const WHY_NO_IMPORT = 'why-no-import'

interface Props {
  program: Program
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** The address to import. Absent: the page says why there is none. `noLink`: the program cannot be handed one. */
  imports: { url: string | undefined; name: string; why?: 'noLink' }
}

/** One program: what it is, what to do with it, and all that is known of it with the sources. */
export function ProgramCard({ program, isOpen, onOpen, imports }: Props) {
  const t = useTranslations('client')
  const locale = useRouteLocale()
  const day = useDay()
  const card = useRef<HTMLLIElement>(null)
  const first = useRef(isOpen)
  // Whoever comes by a link to one program sees that program.
  useEffect(() => {
    if (first.current) card.current?.scrollIntoView({ block: 'center' })
  }, [])
  const { id, name, site, output, archived, checkedOn, released } = program
  const cores = program.cores?.[0].map((core) => CORE_NAMES[core]) ?? []
  const carried = protocolsOf(program)
  const href = imports.url === undefined ? undefined : importLinkOf(program, { url: imports.url, name: imports.name })
  const whyId = imports.why === 'noLink' ? `why-${id}` : WHY_NO_IMPORT
  return (
    <li ref={card} className="card program-card" data-testid={`program-${id}`} id={id}>
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <h2 className="font-semibold">{name}</h2>
        {cores.length > 0 && <span className="text-sm text-muted">{cores.join(' · ')}</span>}
        {archived && (
          <Badge tone="warning" icon="alert-triangle">
            {t('archived')}
          </Badge>
        )}
      </div>
      <p className="mt-1 text-sm text-muted">{program.platforms[0].join(' · ')}</p>
      {carried && (
        <ul className="mt-2 flex flex-wrap gap-1" aria-label={t('protocols')}>
          {carried.map((protocol) => (
            <li key={protocol}>
              <Badge tone="quiet">{PROTOCOL_NAMES[protocol]}</Badge>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-xs text-muted">
        {[
          released && t('releasedOn', { version: released[0].version, date: day(released[0].day) }),
          checkedOn === undefined ? t('undated') : t('checkedOn', { date: day(checkedOn) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className="mt-auto flex flex-wrap items-center gap-2 pt-3">
        <a href={site} target="_blank" rel="noopener noreferrer" className={buttonClass('outline', 'small')}>
          {t('site')}
          <Icon name="external-link" className="size-3" />
          <span className="sr-only">{name}</span>
        </a>
        {href ? (
          <a href={href} className={buttonClass('solid', 'small')} data-testid={`import-${id}`}>
            {t('import')}
            <span className="sr-only">{name}</span>
          </a>
        ) : (
          <Button
            size="small"
            aria-disabled
            aria-describedby={whyId}
            data-testid={`import-${id}`}
            className="cursor-not-allowed opacity-60"
          >
            {t('import')}
            <span className="sr-only">{name}</span>
          </Button>
        )}
        {output && (
          <Link
            to={localizedPath(locale, `/convert?target=${output}`)}
            className={buttonClass('ghost', 'small')}
            data-testid={`convert-${id}`}
          >
            {t('convert')}
            <span className="sr-only">{name}</span>
          </Link>
        )}
      </div>
      {imports.why === 'noLink' && (
        <p id={whyId} className="mt-1 text-xs text-muted">
          {t('why.noLink')}
        </p>
      )}
      <details
        open={isOpen}
        className="group mt-2 border-t border-line pt-1"
        onToggle={(event) => event.currentTarget.open !== isOpen && onOpen(event.currentTarget.open)}
      >
        <summary className="flex min-h-(--target) cursor-pointer list-none items-center gap-1 text-sm">
          <Icon name="chevron-right" className="size-4 text-muted group-open:rotate-90" />
          {t('facts')}
          <span className="sr-only">{name}</span>
        </summary>
        {isOpen && <Facts program={program} />}
      </details>
    </li>
  )
}

const useDay = () => {
  const format = useFormatter()
  // A day without a time is the same one everywhere.
  return (day: string) => format.dateTime(new Date(day), { dateStyle: 'medium', timeZone: 'UTC' })
}

const list = (words: readonly string[]) => words.join(' · ')

/** Every fact beside its source. What no source states is not there. */
function Facts({ program }: { program: Program }) {
  const t = useTranslations('client')
  const day = useDay()
  const { platforms, cores, formats, protocols, importLink, licence, released, agent, archived } = program
  const carried = protocolsOf(program)
  const rows: (readonly [name: string, value: ReactNode, source: string | undefined])[] = [
    [t('platform'), list(platforms[0]), platforms[1]],
    ...(cores ? [[t('core'), list(cores[0].map((core) => CORE_NAMES[core])), cores[1]] as const] : []),
    ...(formats
      ? [[t('formats'), list(formats[0].map((format) => FORMAT_NAMES[format] ?? t('links'))), formats[1]] as const]
      : []),
    ...(carried ? [[t('protocols'), list(carried.map((each) => PROTOCOL_NAMES[each])), protocols?.[1]] as const] : []),
    ...(importLink ? [[t('importLink'), <code key="code" className="break-all">{importLink[0]}</code>, importLink[1]] as const] : []),
    ...(agent ? [[t('agent'), <code key="code" className="break-all">{agent[0]}</code>, agent[1]] as const] : []),
    ...(licence ? [[t('licence'), licence[0], licence[1]] as const] : []),
    ...(released ? [[t('released'), `${released[0].version} · ${day(released[0].day)}`, released[1]] as const] : []),
    ...(archived ? [[t('state'), t('archived'), archived[1]] as const] : []),
  ] // oxfmt-ignore
  return (
    <dl className="program-facts">
      {rows.map(([name, value, source]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd>
            {value}{' '}
            {source === undefined ? (
              <span className="text-xs text-muted">{t('byCore')}</span>
            ) : (
              <a
                href={sourceAddress(program, source)}
                target="_blank"
                rel="noopener noreferrer"
                className="text-link-plain text-xs whitespace-nowrap"
              >
                {t('source')}
                <span className="sr-only">{name}</span>
              </a>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
