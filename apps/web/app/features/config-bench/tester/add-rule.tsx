import type { PlacedRule, RouteQuestion } from '@switchyard/convert/configs'
import { clientFacts } from '@switchyard/convert/facts'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { unlessDropped } from '../../../components/engine/config-engine.ts'
import { useConfigAnswer } from '../../../components/engine/use-config-answer.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { BenchPanelProps } from '../bench/panel.ts'
import { placeBefore, targetsOf } from '../targets.ts'
import { rulesFor } from './read-site.ts'

interface Props extends Pick<BenchPanelProps, 'config' | 'ask' | 'change'> {
  question: RouteQuestion
  /** The rule that takes the connection now; null: none does. */
  rule: PlacedRule | null
}

/** Adds a rule for the site that was asked about. The rule stands before the one that takes the site now. Undo takes it back in one step. */
export function AddRule({ config, question, rule, ask, change }: Props) {
  const t = useTranslations('tester.add')
  const lang = useRouteLocale()
  const { text, client, version } = config
  const rules = useMemo(() => rulesFor(question), [question])
  const [chosen, setChosen] = useState(rules[0] ?? '')
  const [picked, setPicked] = useState<string>()
  const [said, setSaid] = useState<{ words: string; isError: boolean }>()
  const outline = useConfigAnswer(ask, useMemo(() => (api) => api.outline(text, { client }), [text, client])).answer // oxfmt-ignore
  const targets = useMemo(() => (outline ? targetsOf(outline) : []), [outline])
  const target = targets.find(({ value }) => value === picked)?.value ?? targets[0]?.value
  const at = outline ? placeBefore(rule, outline) : 'top'

  const add = async () => {
    if (target === undefined) return
    // A rule about an address is for connections to it: no name is looked up for it.
    const isAddress = chosen.startsWith('IP-') && clientFacts(client).layout === 'clash-yaml'
    const line = [chosen, target, ...(isAddress ? ['no-resolve'] : [])].join(',')
    const result = await ask((api) =>
      api.inject(text, { client, version }, [{ kind: 'add-rules', rules: [{ rule: line }], at }], lang),
    ).catch(unlessDropped)
    if (!result) return setSaid({ words: t('gone'), isError: true })
    const [done] = result.changes
    if (done?.present.length) return setSaid({ words: t('present', { value: line }), isError: false })
    const wrong =
      result.unread ??
      [...(done?.issues ?? []), ...(result.isHeld ? result.fresh : [])].find(({ severity }) => severity === 'error')
        ?.message
    if (wrong !== undefined) return setSaid({ words: wrong, isError: true })
    const words = t('added', { value: line })
    setSaid(change(text, result.text, words) ? { words, isError: false } : { words: t('moved'), isError: true })
  }
  return (
    <form
      aria-label={t('title')}
      className="card flex flex-col gap-3 p-3"
      data-testid="tester-add"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <h2 className="text-sm font-semibold">{t(at === 'top' ? 'titleTop' : 'title')}</h2>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('rule')}>
          {(control) => (
            <Select
              {...control}
              value={chosen}
              choices={rules.map((value) => ({ value, label: value }))}
              onChange={setChosen}
            />
          )}
        </Field>
        <Field label={t('target')}>
          {(control) => (
            <Combobox {...control} value={target} choices={targets} emptyText={t('noTarget')} onChange={setPicked} />
          )}
        </Field>
      </div>
      <Button
        type="submit"
        look="solid"
        icon="plus"
        className="self-start"
        disabled={target === undefined}
        data-testid="tester-add-button"
      >
        {t('button')}
      </Button>
      <p
        role="status"
        className={`text-sm wrap-anywhere ${said?.isError ? 'text-error' : 'text-muted'} ${said ? '' : 'sr-only'}`}
      >
        {said?.words}
      </p>
    </form>
  )
}
