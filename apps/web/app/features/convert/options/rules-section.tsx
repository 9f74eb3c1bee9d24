import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field, Textarea } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { withCommon } from '../model.ts'
import { useConvertState, useModel, useSession } from '../use-convert.ts'
import { RuleSets } from './rule-sets.tsx'

export function RulesSection() {
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
