import { useEffect, useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { useGrid } from './grid-context.ts'
import { maskText } from './secrets.ts'
import type { NodeRecord, NodeTexts } from './types.ts'
import { useTimedReveal } from '../../ui/use-timed-reveal.ts'

interface Props {
  id: string
  name: string
  load: (id: string) => Promise<NodeTexts | undefined>
  /** The record tells which parts of the texts are secret. */
  loadNode: ((id: string) => Promise<NodeRecord | undefined>) | undefined
  onClose: () => void
}

/** A node as clients read it, its secrets masked until they are asked for. */
export default function NodeTextsDialog({ id, name, load, loadNode, onClose }: Props) {
  const { t } = useGrid()
  const [kind, setKind] = useState<keyof NodeTexts>('yaml')
  const [loaded, setLoaded] = useState<{ texts?: NodeTexts; node?: NodeRecord; isUnanswered?: true }>()
  const [revealed, setRevealed] = useTimedReveal()
  useEffect(() => {
    let wanted = true
    Promise.all([load(id), loadNode?.(id)]).then(
      ([texts, node]) => wanted && setLoaded({ texts, node }),
      () => wanted && setLoaded({ isUnanswered: true }),
    )
    return () => {
      wanted = false
    }
    // One node, loaded once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id])

  const text = loaded?.texts?.[kind]
  const shown = useMemo(() => {
    if (text === undefined || revealed) return text
    return loaded?.node ? maskText(text, loaded.node) : undefined
  }, [text, revealed, loaded])

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
          {text !== undefined && <CopyButton text={text} label={t('copy')} />}
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
        {loaded && text === undefined ? (
          <p className="text-sm text-muted">{t(loaded.isUnanswered ? 'noAnswer' : 'textsNone')}</p>
        ) : (
          <pre
            tabIndex={0}
            aria-label={kind === 'yaml' ? 'YAML' : 'JSON'}
            className="max-h-[50dvh] min-h-40 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-xs whitespace-pre-wrap break-all"
          >
            {shown ?? (text === undefined ? '' : t('textsMasked'))}
          </pre>
        )}
      </TabPanel>
    </Dialog>
  )
}
