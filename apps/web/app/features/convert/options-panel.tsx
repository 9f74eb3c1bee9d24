import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field, Input, Textarea } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { Select } from '../../ui/select.tsx'
import type { ProxyProvider, RuleSetEntry, SingboxVersion } from '../../workers/conversion-types.ts'
import { BUILTIN } from './builtin-templates.ts'
import { CLIENT_APPS } from './client-apps.ts'
import { GroupsSection } from './groups-section.tsx'
import {
  DEFAULT_COMMON, DEFAULT_EXCLUDES, DEFAULT_TARGET_OPTIONS, TARGETS, targetOptions, withCommon, withTarget, withTargetOptions,
  type CommonSettings, type Model,
} from './model.ts' // oxfmt-ignore
import { MoveButtons, moved } from './row-tools.tsx'
import { useConvertState, useModel, useSession } from './use-convert.ts'

type SectionName = 'target' | 'template' | 'rules' | 'groups' | 'exclude' | 'naming' | 'providers' | 'advanced'

/** What each section is about: for its dot, and for its way back. */
const COMMON_KEYS: Record<SectionName, readonly (keyof CommonSettings)[]> = {
  target: [],
  template: ['template'],
  rules: ['rules', 'final', 'ruleSets'],
  groups: ['groupEdits', 'groupNames', 'mapping', 'rest'],
  exclude: ['nameInclude', 'nameExclude', 'keepDuplicates'],
  naming: ['prefix', 'flag'],
  providers: ['useProvider', 'providers'],
  advanced: ['mixedPort', 'controllerPort', 'allowLan', 'secret', 'logLevel', 'urlTestInterval', 'tolerance'],
}
const OF_TARGET: Partial<Record<SectionName, readonly (keyof typeof DEFAULT_TARGET_OPTIONS | 'excludes')[]>> = {
  target: ['singboxVersion', 'clashPremium', 'list'],
  exclude: ['excludes'],
}

const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)

function isChanged(model: Model, section: SectionName): boolean {
  const options = targetOptions(model) as unknown as Record<string, unknown>
  const defaults = DEFAULT_TARGET_OPTIONS as unknown as Record<string, unknown>
  return (
    COMMON_KEYS[section].some((key) => differs(model.common[key], DEFAULT_COMMON[key])) ||
    (OF_TARGET[section] ?? []).some((key) => differs(options[key], defaults[key]))
  )
}

function reset(model: Model, section: SectionName): Model {
  const common = { ...model.common } as Record<string, unknown>
  for (const key of COMMON_KEYS[section]) {
    if (DEFAULT_COMMON[key] === undefined) delete common[key]
    else common[key] = DEFAULT_COMMON[key]
  }
  const options = { ...targetOptions(model) } as Record<string, unknown>
  for (const key of OF_TARGET[section] ?? []) {
    if (key === 'excludes') delete options[key]
    else options[key] = DEFAULT_TARGET_OPTIONS[key]
  }
  return {
    ...model,
    common: common as unknown as CommonSettings,
    perTarget: { ...model.perTarget, [model.target]: options as unknown as typeof DEFAULT_TARGET_OPTIONS },
  }
}

/** Everything that shapes the result; each change is seen at once. */
export function OptionsPanel({ section }: { section?: string | undefined }) {
  return (
    <div className="divide-y divide-line" data-testid="options-panel">
      <Section name="target" isOpen>
        <TargetSection />
      </Section>
      <Section name="template" isOpen={section === 'template' || section === undefined}>
        <TemplateSection />
      </Section>
      <Section name="rules" isOpen={section === 'rules'}>
        <RulesSection />
      </Section>
      <Section name="groups" isOpen={section === 'groups'}>
        <GroupsSection />
      </Section>
      <Section name="exclude" isOpen={section === 'exclude'}>
        <ExcludeSection />
      </Section>
      <Section name="naming">
        <NamingSection />
      </Section>
      <Section name="providers">
        <ProvidersSection />
      </Section>
      <Section name="advanced">
        <AdvancedSection />
      </Section>
    </div>
  )
}

function Section({ name, isOpen = false, children }: { name: SectionName; isOpen?: boolean; children: ReactNode }) {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const changed = isChanged(useModel(), name)
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isOpen && details.current) details.current.open = true
  }, [isOpen])
  return (
    <details ref={details} className="group py-1" data-testid={`opt-${name}`}>
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-md font-medium">
        <Icon name="chevron-right" className="size-4 text-muted transition-transform group-open:rotate-90" />
        {t(name)}
        {changed && (
          <Badge tone="success" icon="check">
            {t('changed')}
          </Badge>
        )}
      </summary>
      <div className="flex flex-col gap-4 pt-1 pb-4">
        {children}
        {changed && (
          <div>
            <Button
              size="small"
              look="ghost"
              icon="rotate-ccw"
              onClick={() => session.change((model) => reset(model, name))}
            >
              {t('reset')}
            </Button>
          </div>
        )}
      </div>
    </details>
  )
}

const VERSIONS: readonly SingboxVersion[] = ['compatible', '1.12', '1.13', '1.14']

function TargetSection() {
  const t = useTranslations('convert.target')
  const session = useSession()
  const model = useModel()
  const { result } = useConvertState()
  const [counts, setCounts] = useState<Partial<Record<string, number>>>({})
  const { singboxVersion, clashPremium, list } = targetOptions(model)
  const total = result ? result.counts.nodes - result.counts.duplicates - result.counts.disabled : 0

  useEffect(() => {
    if (!result || result.counts.nodes === 0) return
    let isWanted = true
    void session.compare().then(
      (cells) => {
        if (!isWanted) return
        const kept: Partial<Record<string, number>> = {}
        for (const cell of cells)
          if (cell.singboxVersion === undefined || cell.singboxVersion === singboxVersion) kept[cell.target] = cell.kept
        setCounts(kept)
      },
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [result, session, singboxVersion])

  return (
    <>
      <Field label={t('app')} hint={t('appHint')}>
        {(control) => (
          <Combobox
            {...control}
            value={model.app}
            placeholder={t('app')}
            emptyText={t('appNone')}
            choices={CLIENT_APPS.map(({ id, name, platforms, keywords = '' }) => ({
              value: id,
              label: name,
              note: platforms,
              keywords,
            }))}
            onChange={(id) => {
              const app = CLIENT_APPS.find((one) => one.id === id)
              if (!app) return
              session.change((model) => {
                const next = { ...model, app: app.id, target: app.target }
                return app.singboxVersion ? withTargetOptions(next, { singboxVersion: app.singboxVersion }) : next
              })
            }}
          />
        )}
      </Field>
      <RadioCards
        legend={t('legend')}
        value={model.target}
        className="grid grid-cols-1 gap-2 sm:grid-cols-2"
        cards={TARGETS.map((id) => ({
          value: id,
          label: t(id),
          note: (
            <>
              {t(`${id}Note`)}
              {counts[id] !== undefined && total > 0 && (
                <span className="block tabular-nums">{t('available', { n: counts[id], total })}</span>
              )}
            </>
          ),
        }))}
        onChange={(target) => session.change((model) => withTarget(model, target))}
      />
      {model.target === 'singbox' && (
        <Field label={t('version')}>
          {(control) => (
            <Select
              {...control}
              value={singboxVersion}
              choices={VERSIONS.map((value) => ({ value, label: value === 'compatible' ? t('compatible') : value }))}
              onChange={(value) => session.change((model) => withTargetOptions(model, { singboxVersion: value }))}
            />
          )}
        </Field>
      )}
      {model.target === 'clash' && (
        <Switch
          checked={clashPremium}
          onChange={(on) => session.change((model) => withTargetOptions(model, { clashPremium: on }))}
        >
          {t('premium')}
          <span className="block text-xs text-muted">{t('premiumNote')}</span>
        </Switch>
      )}
      {model.target !== 'links' && model.target !== 'base64' && (
        <Switch checked={list} onChange={(on) => session.change((model) => withTargetOptions(model, { list: on }))}>
          {t('list')}
          <span className="block text-xs text-muted">{t('listNote')}</span>
        </Switch>
      )}
    </>
  )
}

function TemplateSection() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { template } = useModel().common
  const { result } = useConvertState()
  const picker = useRef<HTMLInputElement>(null)
  const isOwn = typeof template !== 'string'
  return (
    <>
      <RadioCards
        legend={t('template')}
        legendHidden
        value={isOwn ? 'own' : template}
        className="grid gap-2"
        cards={[
          ...BUILTIN.map((name) => ({ value: name as string, label: t(name), note: t(`${name}Note`) })),
          { value: 'own', label: t('own'), note: isOwn ? t('ownUsing', { name: template.name }) : t('ownNote') },
        ]}
        onChange={(value) => {
          const name = BUILTIN.find((one) => one === value)
          if (name) session.change((model) => withCommon(model, { template: name }))
          else picker.current?.click()
        }}
      />
      {isOwn && (
        <Button size="small" icon="upload" className="self-start" onClick={() => picker.current?.click()}>
          {t('ownPick')}
        </Button>
      )}
      {result?.error?.code === 'bad-template' && <p className="text-sm text-error">{t('ownBad')}</p>}
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('ownPick')}
        data-testid="template-file"
        accept=".ini,.txt,.yaml,.yml,.json,.conf"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file)
            void file
              .text()
              .then((text) => session.change((model) => withCommon(model, { template: { name: file.name, text } })))
        }}
      />
    </>
  )
}

function RulesSection() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { common, target } = useModel()
  const { result } = useConvertState()
  const [problems, setProblems] = useState<{ line: number; severity: string; message: string }[]>([])
  const groups = result?.groups.map(({ name }) => name) ?? []
  const groupKey = groups.join('\n')

  useEffect(() => {
    if (common.rules.trim() === '') return setProblems([])
    let isWanted = true
    const timer = setTimeout(
      () =>
        void session.checkRules(common.rules, groupKey.split('\n')).then(
          (found) => isWanted && setProblems(found),
          () => undefined,
        ),
      200,
    )
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [common.rules, session, groupKey, target])

  return (
    <>
      <Field
        label={t('ruleLines')}
        hint={t('ruleHint')}
        error={
          problems.length > 0 && (
            <span className="block" data-testid="rule-problems">
              {problems.slice(0, 20).map(({ line, severity, message }, index) => (
                <span key={index} className={`block ${severity === 'error' ? '' : 'text-warning'}`} data-line={line}>
                  {message}
                </span>
              ))}
            </span>
          )
        }
      >
        {(control) => (
          <Textarea
            {...control}
            rows={5}
            wrap="off"
            className="font-mono text-xs"
            data-testid="rules-input"
            placeholder="DOMAIN-SUFFIX,example.com,DIRECT"
            value={common.rules}
            onChange={(event) =>
              session.change((model) => withCommon(model, { rules: event.target.value }), 'typing-rules')
            }
          />
        )}
      </Field>
      <Field label={t('final')}>
        {(control) => (
          <Select
            {...control}
            value={common.final ?? ''}
            choices={[
              { value: '', label: t('finalTemplate') },
              ...[...new Set([...groups, 'DIRECT', 'REJECT', ...(common.final ? [common.final] : [])])].map(
                (value) => ({ value, label: value }),
              ),
            ]}
            onChange={(final) =>
              session.change((model) => {
                const { final: _, ...others } = model.common
                return { ...model, common: final ? { ...others, final } : others }
              })
            }
          />
        )}
      </Field>
      <RuleSets groups={groups} />
    </>
  )
}

function RuleSets({ groups }: { groups: readonly string[] }) {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { ruleSets } = useModel().common
  const listId = useId()
  const put = (next: readonly RuleSetEntry[], kind = 'edit') =>
    session.change((model) => withCommon(model, { ruleSets: next }), kind)
  const edit = (index: number, change: Partial<RuleSetEntry>) =>
    put(
      ruleSets.map((one, at) => (at === index ? { ...one, ...change } : one)),
      'typing-rule-sets',
    )
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">{t('ruleSets')}</legend>
      <datalist id={listId}>
        {[...groups, 'DIRECT', 'REJECT'].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {ruleSets.map((entry, index) => (
        <div key={index} className="grid grid-cols-2 gap-2 rounded-lg border border-line p-2">
          <Input
            aria-label={t('name')}
            placeholder={t('name')}
            value={entry.name}
            onChange={(event) => edit(index, { name: event.target.value })}
          />
          <Input
            aria-label={t('group')}
            placeholder={t('group')}
            list={listId}
            value={entry.group ?? ''}
            onChange={(event) => edit(index, { group: event.target.value })}
          />
          <Input
            aria-label={t('url')}
            placeholder="https://"
            type="url"
            className="col-span-2"
            value={entry.url ?? ''}
            onChange={(event) => edit(index, { url: event.target.value })}
          />
          <Select
            aria-label={t('behavior')}
            value={entry.behavior}
            choices={(['classical', 'domain', 'ipcidr'] as const).map((value) => ({ value, label: value }))}
            onChange={(behavior) => edit(index, { behavior })}
          />
          <MoveButtons
            index={index}
            length={ruleSets.length}
            onMove={(by) => put(moved(ruleSets, index, by))}
            onRemove={() => put(ruleSets.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon="plus"
        className="self-start"
        onClick={() =>
          put([
            ...ruleSets,
            {
              name: `rules-${ruleSets.length + 1}`,
              type: 'http',
              behavior: 'classical',
              url: '',
              ...(groups[0] ? { group: groups[0] } : {}),
            },
          ])
        }
      >
        {t('addRuleSet')}
      </Button>
    </fieldset>
  )
}

const COMMON_TYPES = ['vmess', 'vless', 'trojan', 'ss', 'ssr', 'tuic', 'hysteria', 'hysteria2', 'wireguard', 'anytls', 'snell', 'socks5', 'http', 'ssh', 'mieru'] // oxfmt-ignore

function ExcludeSection() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const model = useModel()
  const { common, target } = model
  const excludes = targetOptions(model).excludes ?? DEFAULT_EXCLUDES[target]
  const defaults = DEFAULT_EXCLUDES[target]
  const toggle = (type: string) =>
    session.change((model) =>
      withTargetOptions(model, {
        excludes: excludes.includes(type) ? excludes.filter((one) => one !== type) : [...excludes, type],
      }),
    )
  return (
    <>
      <fieldset>
        <legend className="text-sm font-medium">{t('excludeTypes')}</legend>
        <p className="mb-2 text-xs text-muted">
          {defaults.length > 0 ? t('excludeDefault', { types: defaults.join(', ') }) : t('excludeNone')}
        </p>
        <div className="flex flex-wrap gap-1.5">
          {COMMON_TYPES.map((type) => (
            <Chip key={type} pressed={excludes.includes(type)} onClick={() => toggle(type)}>
              {type}
            </Chip>
          ))}
          <Chip pressed={excludes.includes('info')} onClick={() => toggle('info')}>
            {t('info')}
          </Chip>
        </div>
      </fieldset>
      <PatternField
        label={t('include')}
        value={common.nameInclude}
        onChange={(nameInclude) => session.change((model) => withCommon(model, { nameInclude }), 'typing-include')}
      />
      <PatternField
        label={t('excludeNames')}
        value={common.nameExclude}
        onChange={(nameExclude) => session.change((model) => withCommon(model, { nameExclude }), 'typing-exclude')}
      />
      <Switch
        checked={common.keepDuplicates}
        onChange={(keepDuplicates) => session.change((model) => withCommon(model, { keepDuplicates }))}
      >
        {t('duplicates')}
        <span className="block text-xs text-muted">{t('duplicatesNote')}</span>
      </Switch>
    </>
  )
}

function PatternField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const [isRegex, setRegex] = useState(true)
  useEffect(() => {
    let isWanted = true
    if (value === '') setRegex(true)
    else
      void session.isRegex(value).then(
        (is) => isWanted && setRegex(is),
        () => undefined,
      )
    return () => {
      isWanted = false
    }
  }, [value, session])
  return (
    <Field label={label} hint={isRegex ? t('regexHint') : t('regexPlain')}>
      {(control) => (
        <Input {...control} value={value} maxLength={512} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

function NamingSection() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { common } = useModel()
  return (
    <>
      <Field label={t('prefix')}>
        {(control) => (
          <Input
            {...control}
            value={common.prefix}
            maxLength={40}
            data-testid="prefix-input"
            onChange={(event) =>
              session.change((model) => withCommon(model, { prefix: event.target.value }), 'typing-prefix')
            }
          />
        )}
      </Field>
      <Switch checked={common.flag} onChange={(flag) => session.change((model) => withCommon(model, { flag }))}>
        {t('flag')}
      </Switch>
    </>
  )
}

function ProvidersSection() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { useProvider, providers } = useModel().common
  const put = (next: readonly ProxyProvider[], kind = 'edit') =>
    session.change((model) => withCommon(model, { providers: next }), kind)
  const edit = (index: number, change: Partial<ProxyProvider>) =>
    put(
      providers.map((one, at) => (at === index ? { ...one, ...change } : one)),
      'typing-providers',
    )
  const free = () => {
    const taken = new Set(providers.map(({ name }) => name))
    if (!taken.has('provider')) return 'provider'
    let number = 2
    while (taken.has(`provider ${number}`)) number++
    return `provider ${number}`
  }
  return (
    <>
      <Switch
        checked={useProvider}
        onChange={(on) =>
          session.change((model) =>
            withCommon(model, {
              useProvider: on,
              ...(on && providers.length === 0 ? { providers: [{ name: 'provider', url: '' }] } : {}),
            }),
          )
        }
      >
        {t('useProvider')}
        <span className="block text-xs text-muted">{t('providerNote')}</span>
      </Switch>
      {useProvider && (
        <>
          {providers.map((provider, index) => (
            <div key={index} className="grid grid-cols-2 gap-2 rounded-lg border border-line p-2">
              <Input
                aria-label={t('name')}
                value={provider.name}
                onChange={(event) => edit(index, { name: event.target.value })}
              />
              <MoveButtons
                index={index}
                length={providers.length}
                onMove={(by) => put(moved(providers, index, by))}
                onRemove={() => put(providers.filter((_, at) => at !== index))}
              />
              <Input
                aria-label={t('url')}
                type="url"
                placeholder="https://"
                className="col-span-2"
                value={provider.url}
                onChange={(event) => edit(index, { url: event.target.value })}
              />
              <div className="col-span-2">
                <Input
                  aria-label={t('password')}
                  type="password"
                  autoComplete="off"
                  placeholder={t('password')}
                  value={provider.password ?? ''}
                  onChange={(event) => edit(index, { password: event.target.value })}
                />
                <p className="mt-1 text-xs text-muted">{t('passwordHint')}</p>
              </div>
            </div>
          ))}
          <Button
            size="small"
            icon="plus"
            className="self-start"
            onClick={() => put([...providers, { name: free(), url: '' }])}
          >
            {t('addProvider')}
          </Button>
        </>
      )}
    </>
  )
}

const LOG_LEVELS = ['silent', 'error', 'warning', 'info', 'debug'] as const
const SECRET_BYTES = 18

function AdvancedSection() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { common, target } = useModel()
  const put = (change: Partial<CommonSettings>, kind = 'edit') =>
    session.change((model) => {
      const next = { ...model.common, ...change } as Record<string, unknown>
      for (const key of Object.keys(change)) if (next[key] === undefined || next[key] === '') delete next[key]
      return { ...model, common: next as unknown as CommonSettings }
    }, kind)
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <PortField
          label={t('mixedPort')}
          value={common.mixedPort}
          placeholder="7890"
          onChange={(mixedPort) => put({ mixedPort })}
        />
        <PortField
          label={t('controller')}
          value={common.controllerPort}
          placeholder="9090"
          onChange={(controllerPort) => put({ controllerPort })}
        />
      </div>
      <Switch
        checked={common.allowLan ?? false}
        onChange={(on) => put(on ? { allowLan: true } : { allowLan: undefined })}
      >
        {t('allowLan')}
      </Switch>
      <Field label={t('secret')}>
        {(control) => (
          <span className="flex gap-2">
            <Input
              {...control}
              className="font-mono"
              value={common.secret ?? ''}
              onChange={(event) => put({ secret: event.target.value }, 'typing-secret')}
            />
            <Button onClick={() => put({ secret: randomSecret() })}>{t('generate')}</Button>
          </span>
        )}
      </Field>
      <Field label={t('logLevel')}>
        {(control) => (
          <Select
            {...control}
            value={common.logLevel ?? ''}
            choices={[{ value: '', label: t('default') }, ...LOG_LEVELS.map((value) => ({ value, label: value }))]}
            onChange={(logLevel) => put({ logLevel })}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        {target === 'singbox' && (
          <Field label={t('urlTest')}>
            {(control) => (
              <Input
                {...control}
                placeholder="10m"
                pattern="\d+(s|m|h)"
                value={common.urlTestInterval ?? ''}
                onChange={(event) => put({ urlTestInterval: event.target.value }, 'typing-interval')}
              />
            )}
          </Field>
        )}
        <NumberField
          label={t('tolerance')}
          value={common.tolerance}
          placeholder="50"
          max={60_000}
          onChange={(tolerance) => put({ tolerance })}
        />
      </div>
    </>
  )
}

interface NumberProps {
  label: string
  value: number | undefined
  placeholder: string
  max?: number
  min?: number
  error?: string
  onChange: (value: number | undefined) => void
}

function PortField(props: Omit<NumberProps, 'max'>) {
  const t = useTranslations('convert.opt')
  return <NumberField {...props} min={1} max={65_535} error={t('portBad')} />
}

/** Numbers count when they are right; what is wrong stays in the field with its reason. */
function NumberField({ label, value, placeholder, min = 0, max = Infinity, error, onChange }: NumberProps) {
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const isGood = (one: string) => one === '' || (/^\d+$/.test(one) && Number(one) >= min && Number(one) <= max)
  useEffect(() => {
    setText((now) => (isGood(now) ? (value === undefined ? '' : String(value)) : now))
    // oxlint-disable-next-line react/exhaustive-deps
  }, [value])
  return (
    <Field label={label} error={!isGood(text) && (error ?? label)}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            const next = event.target.value.trim()
            setText(next)
            if (isGood(next)) onChange(next === '' ? undefined : Number(next))
          }}
        />
      )}
    </Field>
  )
}

function randomSecret(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
