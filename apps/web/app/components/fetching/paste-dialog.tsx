import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Textarea } from '../../ui/field.tsx'

interface Props {
  onText: (text: string) => void
  onClose: () => void
}

/** What an address says, pasted where the browser may not read it. */
export function PasteDialog({ onText, onClose }: Props) {
  const t = useTranslations('fetching')
  const [text, setText] = useState('')
  return (
    <Dialog
      open
      title={t('pasteContent')}
      dirty={text !== ''}
      onClose={onClose}
      footer={
        <Button
          look="solid"
          disabled={text.trim() === ''}
          onClick={() => {
            onText(text)
            onClose()
          }}
        >
          {t('usePasted')}
        </Button>
      }
    >
      <Field label={t('pasteLabel')} hint={t('pasteNote')}>
        {(control) => (
          <Textarea
            {...control}
            rows={10}
            className="font-mono text-xs"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}
