import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import { Button } from '../../../ui/button.tsx'
import type { TemplateGroupInfo } from '@switchyard/recipe/model'
import { useConvertState, useModel } from '../session/use-convert.ts'
import { rulePlaces, type RulePlace } from './rule-places.ts'

/** A place of the options that another one leads to. */
export type OptionPlace = RulePlace | { kind: 'group'; name: string }

/** The way from a group to a rule that names it, or from a rule to its group. */
interface Trip {
  /** Where it led. A new object for every step, so that the same place can be asked for twice. */
  place: OptionPlace
  /** Whose rules are looked at, and which of them. Absent on the way to a group. */
  rules?: { group: string; at: number }
  from: HTMLElement
}

interface OptionLinks {
  /** The place that is marked now. */
  place?: OptionPlace
  rulesOf: (group: string) => readonly RulePlace[]
  goToRules: (group: string, from: HTMLElement) => void
  goToGroup: (group: string, from: HTMLElement) => void
  trip?: Trip
  goOn: () => void
  goBack: () => void
}

const NO_GROUPS: readonly TemplateGroupInfo[] = []
const NO_RULES: readonly RulePlace[] = []
const Context = createContext<OptionLinks | null>(null)

/** The ways between groups and the rules that name them: there, on to the next one, and back. */
export function OptionLinks({ children }: { children: ReactNode }) {
  const model = useModel()
  const { result } = useConvertState()
  const locale = useRouteLocale()
  const groups = result?.templateGroups ?? NO_GROUPS
  const { groupLang = locale } = model.common
  const places = useMemo(() => rulePlaces(model, groups, groupLang), [model, groups, groupLang])
  const [trip, setTrip] = useState<Trip>()
  const links = useMemo((): OptionLinks => {
    const rulesOf = (group: string) => places.get(group) ?? NO_RULES
    const showRule = (group: string, at: number, from: HTMLElement) => {
      const place = rulesOf(group)[at]
      if (place) setTrip({ place: { ...place }, rules: { group, at }, from })
    }
    const goBack = () => {
      setTrip(undefined)
      if (trip) returnTo(trip.from)
    }
    return {
      ...(trip ? { trip, place: trip.place } : {}),
      rulesOf,
      goToRules: (group, from) => showRule(group, 0, from),
      goToGroup: (group, from) => {
        if (trip?.rules?.group === group) goBack()
        else setTrip({ place: { kind: 'group', name: group }, from })
      },
      goOn: () => {
        if (!trip?.rules) return
        const { group, at } = trip.rules
        showRule(group, (at + 1) % rulesOf(group).length, trip.from)
      },
      goBack,
    }
  }, [places, trip])
  return (
    <Context value={links}>
      <div
        onFocus={({ target }) => {
          // Whoever goes on elsewhere does not want to be brought back.
          if (trip && !target.closest('[data-linked]')) setTrip(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !trip || event.defaultPrevented || event.nativeEvent.isComposing) return
          event.preventDefault()
          links.goBack()
        }}
      >
        {children}
      </div>
    </Context>
  )
}

function returnTo(element: HTMLElement): void {
  const section = element.closest('details')
  // The row that it stood in may have been closed.
  const back = element.isConnected ? element : document.querySelector<HTMLElement>('[data-testid=opt-groups] > summary')
  if (section) section.open = true
  back?.scrollIntoView({ block: 'center' })
  back?.focus({ preventScroll: true })
}

/** The ways between groups and rules. */
export function useOptionLinks(): OptionLinks {
  const links = useContext(Context)
  if (!links) throw new Error('outside of the options')
  return links
}

/** Above what a link led to: the way back, and on to the next rule of the group. */
export function BackBar() {
  const t = useTranslations('convert.opt')
  const { trip, rulesOf, goOn, goBack } = useOptionLinks()
  if (!trip) return null
  const count = trip.rules ? rulesOf(trip.rules.group).length : 0
  return (
    <div className="option-back" data-testid="option-back">
      <Button size="small" look="ghost" icon="corner-down-left" aria-keyshortcuts="Escape" onClick={goBack}>
        <span className="min-w-0 truncate">
          {trip.rules ? t('linkBack', { name: trip.rules.group }) : t('linkBackRule')}
        </span>
      </Button>
      {trip.rules && count > 1 && (
        <>
          <span className="ml-auto text-xs text-muted tabular-nums">
            {trip.rules.at + 1}/{count}
          </span>
          <Button size="small" look="ghost" onClick={goOn}>
            {t('linkNext')}
          </Button>
        </>
      )}
    </div>
  )
}

/** On a group: how many rules name it, and the way to the first of them. */
export function RulesLink({ group }: { group: string }) {
  const t = useTranslations('convert.opt')
  const { rulesOf, goToRules } = useOptionLinks()
  const n = rulesOf(group).length
  if (n === 0) return null
  return (
    <Button
      size="small"
      look="ghost"
      className="shrink-0 text-link"
      aria-label={t('rulesLink', { n, name: group })}
      title={t('rulesLink', { n, name: group })}
      onClick={({ currentTarget }) => goToRules(group, currentTarget)}
    >
      {t('ruleCount', { n })}
    </Button>
  )
}

interface GroupLinkProps {
  group: string
  /** Which rule it is of, where that is not plain from its place. */
  lead?: string
}

/** On a rule: the way to the group that it names. Absent for what is no group here. */
export function GroupLink({ group, lead }: GroupLinkProps) {
  const t = useTranslations('convert.opt')
  const { result } = useConvertState()
  const { goToGroup } = useOptionLinks()
  if (!result?.templateGroups?.some(({ shownName }) => shownName === group)) return null
  return (
    <Button
      size="small"
      look="ghost"
      icon="arrow-right"
      className="max-w-full self-start text-link"
      onClick={({ currentTarget }) => goToGroup(group, currentTarget)}
    >
      <span className="min-w-0 truncate">
        {lead !== undefined && `${lead} · `}
        {t('groupLink', { name: group })}
      </span>
    </Button>
  )
}
