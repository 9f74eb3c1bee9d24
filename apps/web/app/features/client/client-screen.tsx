import { PLATFORMS, PROGRAM_PROTOCOLS, type Program, type ProtocolName } from '@switchyard/recipe/programs'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { platformOf } from '../../components/client-apps.ts'
import { usePageActions, type PageAction } from '../../lib/page-actions.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { SearchField } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CORE_NAMES, PROTOCOL_NAMES } from './fact-names.ts'
import { NAMED_CORES, filterFrom, type ProgramFilter, programsFor, withFilter } from './program-filter.ts'
import { ProgramCard, WHY_NO_IMPORT } from './program-card.tsx'
import { ProgramTable } from './program-table.tsx'
import { usePublished } from './use-published.ts'

/** As large as a finger needs. */
const FINGER = 'pointer-coarse:h-(--target) pointer-coarse:min-w-(--target) pointer-coarse:justify-center'

const neverChanges = () => () => undefined

/** The platform of this browser. On the server, and in the first drawing, it is not known. */
const usePlatform = () =>
  useSyncExternalStore(
    neverChanges,
    () => platformOf(navigator),
    () => undefined,
  )

const focusSearch = () => document.querySelector<HTMLInputElement>('[data-testid=program-search] input')?.focus()

/** Which program to connect with: by platform, core and protocols, each fact with its source. */
export function ClientScreen() {
  const t = useTranslations('client')
  const [query, setQuery] = useSearchParams()
  const [chosenOutput, chooseOutput] = useState<string>()
  const { published, output, url, isSignedIn } = usePublished(chosenOutput)
  const here = usePlatform()
  const filter = filterFrom(query)
  const opened = query.get('program') ?? undefined
  const isTable = query.get('view') === 'table'
  // A link to one program shows it on any platform.
  const platform = filter.platform ?? (opened === undefined ? here : undefined) ?? 'all'
  const programs = programsFor({ ...filter, platform })
  const change = (part: Partial<ProgramFilter>) =>
    setQuery((query) => withFilter(query, { ...filterFrom(query), ...part }), {
      replace: true,
      preventScrollReset: true,
    })
  const set = (key: 'view' | 'program', value: string | undefined) =>
    setQuery(
      (query) => {
        const next = new URLSearchParams(query)
        if (value === undefined) next.delete(key)
        else next.set(key, value)
        if (key === 'program') next.delete('view')
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const clear = () => change({ platform: 'all', core: undefined!, protocols: [], text: '' })
  const importOf = (program: Program) => ({
    name: output?.name ?? '',
    url,
    ...(program.importLink ? {} : { why: 'noLink' as const }),
  })

  usePageActions(
    useMemo<PageAction[]>(
      () => [
        { id: 'client-search', label: t('search'), icon: 'search', keywords: 'search filter ss sousuo', keys: '/', run: focusSearch },
      ],
      [t],
    ),
  ) // oxfmt-ignore

  const isOn = (protocol: ProtocolName) => filter.protocols.includes(protocol)
  return (
    <div className="flex flex-col gap-4">
      <div role="group" aria-label={t('platform')} className="flex flex-wrap gap-1.5">
        {(['all', ...PLATFORMS] as const).map((each) => (
          <Chip
            key={each}
            testId={`platform-${each}`}
            className={FINGER}
            pressed={each === platform}
            count={programsFor({ ...filter, platform: each }).length}
            onClick={() => change({ platform: each })}
          >
            {each === 'all' ? t('all') : each}
          </Chip>
        ))}
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <div data-testid="program-search" className="min-w-0 grow basis-56">
          <SearchField label={t('search')} value={filter.text} onChange={(text) => change({ text })} />
        </div>
        <Field label={t('core')} className="grow basis-40">
          {(control) => (
            <Select
              {...control}
              value={filter.core ?? ''}
              choices={[
                { value: '', label: t('anyCore') },
                ...NAMED_CORES.map((core) => ({ value: core, label: CORE_NAMES[core] })),
              ]}
              onChange={(core) => change({ core: NAMED_CORES.find((each) => each === core)! })}
            />
          )}
        </Field>
        {published.length > 0 && (
          <Field label={t('importWhat')} className="grow basis-40">
            {(control) => (
              <Select
                {...control}
                value={output?.id ?? ''}
                choices={published.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={chooseOutput}
              />
            )}
          </Field>
        )}
      </div>
      <div role="group" aria-label={t('have')} className="flex flex-wrap items-center gap-1.5">
        <span className="text-sm text-muted">{t('have')}</span>
        {PROGRAM_PROTOCOLS.map((protocol) => (
          <Chip
            key={protocol}
            testId={`protocol-${protocol}`}
            className={FINGER}
            pressed={isOn(protocol)}
            onClick={() =>
              change({
                protocols: PROGRAM_PROTOCOLS.filter((each) => (each === protocol ? !isOn(each) : isOn(each))),
              })
            }
          >
            {PROTOCOL_NAMES[protocol]}
          </Chip>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-sm text-muted" data-testid="program-count">
          {t('count', { count: programs.length })}
        </p>
        <Tabs
          label={t('view')}
          name="client-view"
          tabs={[
            { id: 'cards', label: t('cards') },
            { id: 'table', label: t('table'), testId: 'view-table' },
          ]}
          value={isTable ? 'table' : 'cards'}
          onChange={(view) => set('view', view === 'table' ? view : undefined)}
        />
      </div>
      {url === undefined && (
        <p id={WHY_NO_IMPORT} className="text-sm text-muted">
          {t(isSignedIn ? 'why.noAddress' : 'why.signedOut')}
        </p>
      )}
      <div
        role="tabpanel"
        id={`client-view-panel-${isTable ? 'table' : 'cards'}`}
        aria-labelledby={`client-view-tab-${isTable ? 'table' : 'cards'}`}
      >
        {programs.length === 0 ? (
          <EmptyState icon="search" text={t('none')}>
            <Button onClick={clear}>{t('clear')}</Button>
          </EmptyState>
        ) : isTable ? (
          <ProgramTable programs={programs} onOpen={(id) => set('program', id)} />
        ) : (
          // Another platform has a new list: none of the old cards is moved across the screen.
          <ul key={platform} className="program-cards">
            {programs.map((program) => (
              <ProgramCard
                key={program.id}
                program={program}
                isOpen={program.id === opened}
                onOpen={(isOpen) => set('program', isOpen ? program.id : undefined)}
                imports={importOf(program)}
              />
            ))}
          </ul>
        )}
      </div>
      <p className="text-sm text-muted">{t('hosted')}</p>
    </div>
  )
}
