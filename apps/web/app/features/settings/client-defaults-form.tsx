import {
  clientFacts,
  type ClientId,
  CONTROLLER_PORT,
  isInterval,
  MIXED_PORT,
  outputFacts,
  PORT_MAX,
  PROBE_URL,
  TOLERANCE_MAX_MS,
} from '@switchyard/convert/facts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { COMMON_TYPES } from '../../components/config-form/common-types.ts'
import { NumberField } from '../../components/config-form/number-field.tsx'
import {
  type ClientDefaults,
  clientDefaults,
  ENGINE_TEMPLATES,
  isProbeUrl,
  keepClientDefaults,
} from '../../components/kept-settings/client-defaults.ts'
import { forgetConvertSettings } from '../../components/kept-settings/kept-settings.ts'
import { uiSettings, type UiSettings } from '../../components/kept-settings/ui-settings.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingGroup } from '../../ui/setting-row.tsx'

const NONE: UiSettings = {}
/** What the converter begins with where nobody chose another one. */
const USUAL_TEMPLATE = 'standard'

/** What new conversions to a client, and its new configs, start from. */
export function ClientDefaultsForm({ client }: { client: ClientId }) {
  const t = useTranslations('settings')
  const { clients } = useStore(uiSettings, NONE)
  const kept = clientDefaults(client, clients ?? {})
  const [changed, setChanged] = useState<ClientDefaults>()
  /** Fields that hold a number keep what is typed wrong to themselves: anew, they show what counts. */
  const [round, setRound] = useState(0)
  const draft = changed ?? kept
  const isDirty = changed !== undefined && textOf(changed) !== textOf(kept)
  const put = (change: { [Key in keyof ClientDefaults]: ClientDefaults[Key] | undefined }) => {
    const entries = Object.entries({ ...draft, ...change }).filter(([, value]) => value !== undefined && value !== '')
    setChanged(Object.fromEntries(entries))
  }
  const intervalIssue = draft.urlTestInterval !== undefined && !isInterval(draft.urlTestInterval)
  const urlIssue = draft.probeUrl !== undefined && !isProbeUrl(draft.probeUrl)
  const samePorts = (draft.mixedPort ?? MIXED_PORT) === (draft.controllerPort ?? CONTROLLER_PORT)
  const isWrong = intervalIssue || urlIssue || samePorts
  const write = (defaults: ClientDefaults, done: string) => {
    const before = kept
    keepClientDefaults(client, defaults)
    forgetConvertSettings()
    setChanged(undefined)
    setRound(round + 1)
    showToast({ kind: 'undo', text: done, action: { label: t('undo'), run: () => keepClientDefaults(client, before) } })
  }
  const usualExcludes = outputFacts(client).defaultExcludes
  const excludes = draft.excludes ?? usualExcludes
  const { toleranceMaxMs } = clientFacts(client).groups

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A field of a number keeps what is typed wrong to itself.
        const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')
        if (wrong) wrong.focus()
        else if (!isWrong) write(draft, t('clientSaved'))
      }}
    >
      <LeaveGuard isDirty={isDirty} />
      <p className="mb-4 text-muted">{t('clientText')}</p>
      <SettingGroup title={t('clientConfig')}>
        <div className="flex flex-col gap-4 p-4" key={round}>
          <Field label={t('clientTemplate')} className="sm:max-w-64">
            {(control) => (
              <Select
                {...control}
                value={draft.template ?? USUAL_TEMPLATE}
                choices={ENGINE_TEMPLATES.map((value) => ({ value, label: t(`clientTemplates.${value}`) }))}
                onChange={(template) => put({ template: template === USUAL_TEMPLATE ? undefined : template })}
              />
            )}
          </Field>
          <fieldset className="min-w-0">
            <legend className="text-sm font-medium">{t('clientExcludes')}</legend>
            <p className="mb-2 text-xs text-muted">
              {usualExcludes.length > 0
                ? t('clientExcludesUsual', { types: usualExcludes.join(', ') })
                : t('clientExcludesNone')}
            </p>
            <div className="flex flex-wrap gap-1.5">
              {COMMON_TYPES.map((type) => (
                <Chip
                  key={type}
                  pressed={excludes.includes(type)}
                  className="pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center"
                  testId={`exclude-${type}`}
                  onClick={() => {
                    const next = excludes.includes(type) ? excludes.filter((one) => one !== type) : [...excludes, type]
                    put({ excludes: textOf(next) === textOf(usualExcludes) ? undefined : next })
                  }}
                >
                  {type}
                </Chip>
              ))}
            </div>
          </fieldset>
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              label={t('clientMixedPort')}
              value={draft.mixedPort}
              placeholder={String(MIXED_PORT)}
              max={PORT_MAX}
              onChange={(mixedPort) => put({ mixedPort })}
            />
            <NumberField
              label={t('clientControllerPort')}
              value={draft.controllerPort}
              placeholder={String(CONTROLLER_PORT)}
              max={PORT_MAX}
              onChange={(controllerPort) => put({ controllerPort })}
            />
          </div>
          {samePorts && (
            <p role="alert" className="text-xs text-error">
              {t('clientSamePorts')}
            </p>
          )}
        </div>
      </SettingGroup>
      <SettingGroup title={t('clientGroups')}>
        <div className="flex flex-col gap-4 p-4" key={round}>
          <Field label={t('clientProbe')} error={urlIssue && t('clientProbeBad')} hint={t('clientProbeHint')}>
            {(control) => (
              <Input
                {...control}
                inputMode="url"
                placeholder={PROBE_URL}
                value={draft.probeUrl ?? ''}
                onChange={(event) => put({ probeUrl: event.target.value.trim() })}
              />
            )}
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('clientInterval')} error={intervalIssue && t('clientIntervalBad')}>
              {(control) => (
                <Input
                  {...control}
                  placeholder="10m"
                  value={draft.urlTestInterval ?? ''}
                  onChange={(event) => put({ urlTestInterval: event.target.value.trim() })}
                />
              )}
            </Field>
            {toleranceMaxMs !== undefined && (
              <NumberField
                label={t('clientTolerance')}
                value={draft.tolerance}
                placeholder="50"
                min={0}
                max={Math.min(toleranceMaxMs, TOLERANCE_MAX_MS)}
                onChange={(tolerance) => put({ tolerance })}
              />
            )}
          </div>
        </div>
      </SettingGroup>
      <div
        className={`flex flex-wrap justify-end gap-2 ${isDirty ? 'sticky bottom-(--bottom-bar) z-10 -mx-4 border-t border-line bg-page px-4 py-2' : ''}`}
      >
        {Object.keys(draft).length > 0 && (
          <Button icon="rotate-ccw" className="mr-auto" onClick={() => write({}, t('clientReset'))}>
            {t('clientDefaults')}
          </Button>
        )}
        {isDirty && (
          <Button
            onClick={() => {
              setChanged(undefined)
              setRound(round + 1)
            }}
          >
            {t('revert')}
          </Button>
        )}
        <Button type="submit" look="solid" disabled={!isDirty || isWrong}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
