import { outputFacts } from '@switchyard/convert/facts'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { tooltip } from '../../../ui/tooltip.tsx'
import { filteredRegions, outputSettings } from '@switchyard/recipe/model'
import { isSectionChanged, withoutSection, type OptionSection } from '../session/option-sections.ts'
import { keptQuery, settingsTakenOver, withoutKept } from '../session/last-settings.ts'
import { useModel, useSession } from '../session/use-convert.ts'
import { AdvancedSection } from './advanced-section.tsx'
import { ExcludeSection } from './exclude-section.tsx'
import { GroupsSection } from './groups-section.tsx'
import { NamingSection } from './naming-section.tsx'
import { OptionChecks } from './option-check.tsx'
import { BackBar, OptionLinks, useOptionLinks, type OptionPlace } from './option-links.tsx'
import { ProvidersSection } from './providers-section.tsx'
import { RulesSection, type WantedRule } from './rules-section.tsx'
import { StepsSection } from './steps-section.tsx'
import { TargetSection } from './target-section.tsx'
import { TemplateSection } from './template-section.tsx'

/** Where the places stand that links lead to. */
const SECTION_OF: Record<OptionPlace['kind'], OptionSection> = {
  group: 'groups',
  service: 'rules',
  line: 'rules',
  set: 'rules',
  final: 'rules',
}

interface Props {
  section?: string | undefined
  /** A new rule is asked for. A new object asks once more. */
  wantedRule?: WantedRule | undefined
  onTemplate: () => void
}

/** Everything that shapes the result; each change is seen at once. */
export function OptionsPanel({ section, wantedRule, onTemplate }: Props) {
  return (
    <OptionChecks>
      <OptionLinks>
        <TakenOver />
        <div className="divide-y divide-line" data-testid="options-panel">
          <Section name="target" isOpen>
            <TargetSection />
          </Section>
          <Section name="template" isOpen={section === 'template' || section === undefined}>
            <TemplateSection onMore={onTemplate} />
          </Section>
          <Section name="rules" isOpen={section === 'rules'} wanted={wantedRule}>
            <RulesSection wanted={wantedRule} />
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
          <Section name="steps" isOpen={section === 'steps'}>
            <StepsSection />
          </Section>
          <Section name="providers">
            <ProvidersSection />
          </Section>
          <Section name="advanced">
            <AdvancedSection />
          </Section>
        </div>
      </OptionLinks>
    </OptionChecks>
  )
}

/** Says that the options are those used last, as long as they stand as they were. */
function TakenOver() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const taken = useStore(settingsTakenOver, '')
  const now = keptQuery(useModel())
  if (taken === '' || now !== taken) return null
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-xs text-muted" data-testid="options-taken-over">
      {t('takenOver')} ·
      <Button size="small" look="ghost" onClick={() => session.change(withoutKept)}>
        {t('reset')}
      </Button>
    </p>
  )
}

interface SectionProps {
  name: OptionSection
  isOpen?: boolean
  /** Something in it is asked for. */
  wanted?: object | undefined
  children: ReactNode
}

function Section({ name, isOpen = false, wanted, children }: SectionProps) {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const changed = isSectionChanged(name, useModel())
  const summary = useSummary(name)
  const details = useRef<HTMLDetailsElement>(null)
  // Before anybody can press it; later on it opens, and nothing but the user closes it.
  useLayoutEffect(() => {
    if (isOpen && details.current) details.current.open = true
  }, [isOpen])
  useLayoutEffect(() => {
    if (wanted && details.current) details.current.open = true
  }, [wanted])
  const { place } = useOptionLinks()
  const isLinked = place !== undefined && SECTION_OF[place.kind] === name
  useLayoutEffect(() => {
    if (isLinked && details.current) details.current.open = true
  }, [isLinked, place])
  return (
    <details ref={details} className="group py-1" data-testid={`opt-${name}`} data-linked={isLinked || undefined}>
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-md">
        <Icon name="chevron-right" className="size-4 text-muted transition-transform group-open:rotate-90" />
        <span className="text-sm font-semibold whitespace-nowrap">{t(name)}</span>
        {changed && (
          <span className="grid size-6 shrink-0 place-items-center" data-testid="changed" {...tooltip(t('changed'))}>
            <span aria-hidden="true" className="size-2 rounded-full bg-link" />
            <span className="sr-only">{t('changed')}</span>
          </span>
        )}
        <span className="min-w-0 flex-1 truncate text-right text-xs text-muted group-open:invisible">{summary}</span>
      </summary>
      <div className="flex flex-col gap-4 pt-1 pb-4">
        {isLinked && <BackBar />}
        {children}
        {changed && (
          <div>
            <Button
              size="small"
              look="ghost"
              icon="rotate-ccw"
              onClick={() => session.change((model) => withoutSection(model, name))}
            >
              {t('reset')}
            </Button>
          </div>
        )}
      </div>
    </details>
  )
}

/** What a closed section holds, in a few words. */
function useSummary(name: OptionSection): string {
  const t = useTranslations('convert.opt')
  const tt = useTranslations('convert.target')
  const model = useModel()
  const { common, output } = model
  switch (name) {
    case 'target':
      return tt(output)
    case 'template':
      return typeof common.template === 'string' ? t(common.template) : common.template.name
    case 'rules': {
      const lines = common.rules.split('\n').filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
      return [
        common.services && t('serviceCount', { n: common.services.length }),
        lines.length > 0 && t('ruleCount', { n: lines.length }),
        common.ruleSets.length > 0 && t('ruleSetCount', { n: common.ruleSets.length }),
      ]
        .filter(Boolean)
        .join(' · ')
    }
    case 'groups':
      return common.mapping.length > 0 ? t('mappingCount', { n: common.mapping.length }) : ''
    case 'exclude':
      return [
        ...(outputSettings(model).excludes ?? outputFacts(output).defaultExcludes).map((one) =>
          one === 'info' ? t('info') : one,
        ),
        ...filteredRegions(model, false),
      ].join(', ')
    case 'naming':
      return common.prefix
    case 'steps':
      return model.steps.length > 0 ? t('stepCount', { n: model.steps.length }) : ''
    case 'providers':
      return common.useProvider ? t('providerCount', { n: common.providers.length }) : ''
    case 'advanced':
      return ''
  }
}
