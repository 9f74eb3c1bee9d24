import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { useGrid } from '../grid-context.ts'
import { maskRecord } from './secret-fields.ts'
import type { NodeRecord, NodeTexts } from '../types.ts'
import { useTimedReveal } from '../../../ui/use-timed-reveal.ts'

interface Props {
  name: string
  load: () => Promise<NodeRecord | undefined>
  write: (node: NodeRecord) => Promise<NodeTexts>
  onClose: () => void
}

interface Texts {
  open: NodeTexts
  masked: NodeTexts
}

/** A node as clients read it, its secrets masked until they are asked for. */
export default function NodeTextsDialog({ name, load, write, onClose }: Props) {
  const { t } = useGrid()
  const [kind, setKind] = useState<keyof NodeTexts>('yaml')
  const [texts, setTexts] = useState<Texts | 'none' | 'unanswered'>()
  const [revealed, setRevealed] = useTimedReveal()
  const loadTexts = useEffectEvent(async (): Promise<Texts | 'none'> => {
    const node = await load()
    if (!node) return 'none'
    const [open, masked] = await Promise.all([write(node), write(maskRecord(node))])
    return { open, masked }
  })
  useEffect(() => {
    let wanted = true
    loadTexts().then(
      (loaded) => wanted && setTexts(loaded),
      () => wanted && setTexts('unanswered'),
    )
    return () => {
      wanted = false
    }
  }, [])
  const read = typeof texts === 'object' ? texts : undefined
  const text = read?.open[kind]
  // A client that checks the form of a key is given no mask in its place: then nothing is shown.
  const shown = revealed ? text : read?.masked[kind] || t('textsMasked')

  return (
    <Dialog
      open
      onClose={onClose}
      title={name || t('noName')}
      data-testid="node-texts"
      footer={
        <>
          <Button icon={revealed ? 'eye-off' : 'eye'} className="mr-auto" onClick={() => setRevealed(!revealed)}>
            {t(revealed ? 'hideSecrets' : 'showSecrets')}
          </Button>
          {text && <CopyButton text={text} label={t('copy')} />}
          <Button look="solid" onClick={onClose}>
            {t('done')}
          </Button>
        </>
      }
    >
      <Tabs
        label={t('viewTexts')}
        name="texts"
        value={kind}
        onChange={setKind}
        tabs={[
          { id: 'yaml', label: 'YAML' },
          { id: 'json', label: 'JSON' },
        ]}
      />
      <TabPanel name="texts" id={kind} className="pt-3">
        {typeof texts === 'string' || (texts && !text) ? (
          <p className="text-sm text-muted">{t(texts === 'unanswered' ? 'noAnswer' : 'textsNone')}</p>
        ) : (
          <pre
            tabIndex={0}
            aria-label={kind === 'yaml' ? 'YAML' : 'JSON'}
            className="max-h-[50dvh] min-h-40 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-xs whitespace-pre-wrap break-all"
          >
            {read && shown}
          </pre>
        )}
      </TabPanel>
    </Dialog>
  )
}
