import type { FormSectionId } from '@switchyard/convert/configs'
import { useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import type { FormView } from '../../../workers/tasks/config-form.ts'
import type { BenchPanelProps } from '../bench/panel.ts'
import { FormContext, type FormContextValue } from './form-context.ts'
import { PartView } from './part-view.tsx'
import { SectionView } from './section-view.tsx'
import { useForm } from './use-form.ts'

/** The config as a form: what it is about, section by section, and the keys and parts of the chosen one. */
export function FormPanel(props: BenchPanelProps) {
  const { config, issues, show } = props
  const t = useTranslations('formEditor')
  const locale = useRouteLocale()
  const form = useForm(props)
  const scroller = useRef<HTMLDivElement>(null)
  const { view, unread, place, refused, notes, attempt, go, run, dismiss } = form
  const isFrozen = unread !== undefined
  const context = useMemo(
    (): FormContextValue => ({ client: config.client, locale, names: view?.names ?? {}, issues: issues ?? [], isFrozen, run, show }),
    [config.client, locale, view, issues, isFrozen, run, show],
  ) // oxfmt-ignore
  const frozen = unread && (
    <div role="alert" className="form-notice bg-error-soft" data-testid="form-frozen">
      <Icon name="circle-alert" className="mt-0.5 size-4 shrink-0 text-error" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        {t('frozen', { line: unread.line, message: unread.message })}
      </p>
      <Button size="small" onClick={() => show({ line: unread.line, column: unread.column })}>
        {t('goToLine', { line: unread.line })}
      </Button>
    </div>
  ) // oxfmt-ignore
  if (view === undefined && form.hasFailed)
    return (
      <EmptyState icon="circle-alert" text={t('failed')}>
        <Button onClick={form.retry}>{t('retry')}</Button>
      </EmptyState>
    )
  if (view === undefined) return frozen ?? <p className="p-4 text-sm text-muted">{t('loading')}</p>
  const choose = (section: FormSectionId) => {
    scroller.current?.scrollTo(0, 0)
    go({ section })
  }
  const isOfPlace = view.section.id === place.section
  return (
    <FormContext value={context}>
      <div className="form-panel" data-testid="form-panel">
        {frozen}
        {refused.length > 0 && (
          <div role="alert" className="form-notice bg-error-soft">
            <Icon name="circle-alert" className="mt-0.5 size-4 shrink-0 text-error" />
            <div className="min-w-0 flex-1 wrap-anywhere">
              {refused.map((words, index) => (
                <p key={index}>{words}</p>
              ))}
            </div>
            <IconButton icon="x" size="small" label={t('dismiss')} onClick={dismiss} />
          </div>
        )}
        {notes.length > 0 && (
          <div role="status" className="form-notice bg-warning-soft">
            <Icon name="alert-triangle" className="mt-0.5 size-4 shrink-0 text-warning" />
            <p className="min-w-0 flex-1 wrap-anywhere">{notes.join(' ')}</p>
            <IconButton icon="x" size="small" label={t('dismiss')} onClick={dismiss} />
          </div>
        )}
        <div className="form-frame">
          <SectionNav sections={view.sections} chosen={place.section} onChoose={choose} />
          <SectionSelect sections={view.sections} chosen={place.section} onChoose={choose} />
          <div ref={scroller} data-scroller className="form-body" aria-busy={!isOfPlace}>
            {place.open && view.fields ? (
              <PartView key={attempt} view={view} open={place.open} onBack={() => go({ section: place.section })} />
            ) : (
              isOfPlace && (
                <SectionView key={`${place.section} ${attempt}`} view={view} onOpen={(open) => go({ section: place.section, open })} />
              )
            )}
          </div>
        </div>
      </div>
    </FormContext>
  ) // oxfmt-ignore
}

interface SectionsProps {
  sections: FormView['sections']
  chosen: FormSectionId
  onChoose: (section: FormSectionId) => void
}

/** The outline beside the form. */
function SectionNav({ sections, chosen, onChoose }: SectionsProps) {
  const t = useTranslations('formEditor')
  return (
    <nav aria-label={t('outline')} className="form-outline">
      <ul>
        {sections.map(({ id, count, errors, warnings }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === chosen ? 'true' : undefined}
              className="form-outline-item"
              data-testid={`form-section-${id}`}
              onClick={() => onChoose(id)}
            >
              <span className="min-w-0 flex-1 truncate text-left">{t(`section.${id}`)}</span>
              {errors + warnings > 0 && (
                <>
                  <Icon name={errors > 0 ? 'circle-alert' : 'alert-triangle'} className={`size-3.5 ${errors > 0 ? 'text-error' : 'text-warning'}`} />
                  <span className="sr-only">{issueWords(t, { errors, warnings })}</span>
                </>
              )}
              <span className="text-xs text-muted tabular-nums">{count}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  ) // oxfmt-ignore
}

/** The same where there is no room for it. */
function SectionSelect({ sections, chosen, onChoose }: SectionsProps) {
  const t = useTranslations('formEditor')
  return (
    <div className="form-chooser">
      <Select
        aria-label={t('outline')}
        className="w-full"
        value={chosen}
        choices={sections.map(({ id, count, errors, warnings }) => {
          const label = t('sectionCount', { name: t(`section.${id}`), count })
          return { value: id, label: errors + warnings > 0 ? `${label} · ${issueWords(t, { errors, warnings })}` : label }
        })}
        onChange={onChoose}
      />
    </div>
  ) // oxfmt-ignore
}

type Translate = ReturnType<typeof useTranslations<'formEditor'>>

function issueWords(t: Translate, { errors, warnings }: { errors: number; warnings: number }): string {
  return errors > 0 ? t('errors', { n: errors }) : t('warnings', { n: warnings })
}
