import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { addConfigList } from '../../../components/engine/config-engine.ts'
import { fetchListTexts } from '../../../components/engine/fetch-client.ts'
import { hostOf, isPlainHttp } from '../../../components/engine/host-of.ts'
import type { ExplainedSite } from '../../../workers/tasks/config.ts'
import { Button } from '../../../ui/button.tsx'

/** Compiled lists are no text: the page cannot read them. */
const COMPILED = /\.(?:srs|mrs|dat|db)(?:$|[?#])/i

interface Props {
  /** Names of lists that could not be looked into. */
  unknown: readonly string[]
  lists: ExplainedSite['lists']
  /** Some of them have come: the same question may have another answer. */
  onCome: () => void
}

/** Rule lists that the answer would need, and a button that fetches those that are texts. Nothing is asked for before it. */
export function UnreadLists({ unknown, lists, onCome }: Props) {
  const t = useTranslations('tester')
  const [state, setState] = useState<'busy' | readonly string[]>([])
  if (unknown.length === 0) return null
  const wanted = lists.filter(({ name, url, isRead }) => unknown.includes(name) && !isRead && canFetch(url))
  const hosts = [...new Set(wanted.map(({ url }) => hostOf(url ?? '')))]
  const left = unknown.filter((name) => !wanted.some((list) => list.name === name))
  const fetchAll = async () => {
    setState('busy')
    const places = new Map(wanted.map(({ url = '' }) => [url, [url]]))
    const texts = await fetchListTexts(places)
    for (const [address, text] of texts) addConfigList(address, text)
    setState(wanted.filter(({ url = '' }) => !texts.has(url)).map(({ name }) => name))
    if (texts.size > 0) onCome()
  }
  const names = (list: readonly string[]) => list.join(t('separator'))
  return (
    <section
      aria-label={t('lists.title')}
      className="flex flex-col items-start gap-2 rounded-md border border-line bg-warning-soft px-3 py-2 text-sm"
      data-testid="tester-lists"
    >
      <p className="wrap-anywhere">{t('lists.unknown', { names: names(unknown) })}</p>
      {wanted.length > 0 && (
        <Button size="small" icon="download" disabled={state === 'busy'} onClick={() => void fetchAll()}>
          {t(state === 'busy' ? 'lists.busy' : 'lists.fetch', { n: wanted.length, hosts: names(hosts) })}
        </Button>
      )}
      {wanted.length > 0 && left.length > 0 && (
        <p className="wrap-anywhere">{t('lists.left', { names: names(left) })}</p>
      )}
      {state !== 'busy' && state.length > 0 && (
        <p role="alert" className="text-error wrap-anywhere">
          {t('lists.failed', { names: names(state) })}
        </p>
      )}
    </section>
  )
}

function canFetch(url: string | undefined): boolean {
  return url !== undefined && URL.canParse(url) && !isPlainHttp(url) && !COMPILED.test(url)
}
