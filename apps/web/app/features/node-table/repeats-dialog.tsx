import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { deleteNodes } from '@switchyard/recipe/model'
import { reportGone } from '../../components/node-list/report-gone.ts'
import { undoToast } from '../../components/node-list/undo-toast.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { useList } from '../../components/node-list/use-list.ts'

/** In what nodes are equal, the most of it first. `entry`: server, port and name, as everywhere. */
const WAYS = ['entry', 'node', 'address'] as const
type Way = (typeof WAYS)[number]
type Repeats = Readonly<Record<Way, readonly string[]>>

/** Deletes the nodes that equal one before them; how many that is, is seen before. */
export function RepeatsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('nodeTable.repeats')
  const tl = useTranslations('nodeList')
  const session = useList()
  const [way, setWay] = useState<Way>('entry')
  const [repeats, setRepeats] = useState<Repeats>()
  useEffect(() => {
    let isWanted = true
    const ask = (by: 'node' | 'address') => session.desk.askOfNodes((api, request) => api.list.repeats(request, by))
    Promise.all([ask('node'), ask('address')]).then(
      ([node, address]) => {
        const rows = session.desk.rows.get()
        const entry = rows.filter(({ duplicateOf }) => duplicateOf !== undefined).map(({ key }) => key)
        if (isWanted) setRepeats({ entry, node, address })
      },
      (error: unknown) => isWanted && reportGone(tl('noAnswer'))(error),
    )
    return () => {
      isWanted = false
    }
  }, [session, tl])

  const keys = repeats?.[way] ?? []
  const apply = () => {
    session.change((recipe) => deleteNodes(recipe, keys))
    undoToast(session, tl('undo'), tl('deleted', { n: keys.length }))
  }
  return (
    <FormDialog
      title={t('title')}
      size="medium"
      apply={t('apply', { n: keys.length })}
      canApply={keys.length > 0}
      onApply={apply}
      onClose={onClose}
      data-testid="repeats"
    >
      <RadioCards
        legend={t('way')}
        layout="rows"
        value={way}
        onChange={setWay}
        cards={WAYS.map((value) => ({
          value,
          label: t(`by.${value}`),
          note: t(`byNote.${value}`),
          aside: repeats && t('count', { n: repeats[value].length }),
        }))}
      />
      <p className="text-xs text-muted">{t('first')}</p>
    </FormDialog>
  )
}
