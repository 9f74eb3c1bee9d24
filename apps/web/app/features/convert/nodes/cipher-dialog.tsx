import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { type NodeBase, editNodes } from '@switchyard/recipe/model'
import { reportGone } from '../../../components/node-list/report-gone.ts'
import { undoToast } from '../../../components/node-list/undo-toast.ts'
import { useSession } from '../session/use-convert.ts'

interface Props {
  nodeKey: string
  onClose: () => void
}

/** Another cipher for a node: one of those that the chosen client takes. */
export function CipherDialog({ nodeKey, onClose }: Props) {
  const t = useTranslations('convert')
  const session = useSession()
  const [found, setFound] = useState<{ node: NodeBase; field: string; ciphers: readonly string[] }>()
  const [cipher, setCipher] = useState('')
  useEffect(() => {
    let isOpen = true
    void session.desk
      .askOfNodes((api, request) => api.node.ciphers(request, nodeKey))
      .catch(reportGone(t('status.noAnswer')))
      .then((answer) => {
        // What closes now may be another dialog.
        if (!isOpen) return
        if (!answer) return onClose()
        setFound(answer)
        setCipher(answer.ciphers[0] ?? '')
      })
    return () => {
      isOpen = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- asked once, for the node it was opened for
  }, [session, nodeKey])

  const save = () => {
    if (!found || cipher === '') return
    const node = { ...found.node, [found.field]: cipher }
    session.change((model) => editNodes(model, { [nodeKey]: { shown: found.node, node } }))
    undoToast(session, t('undo'), t('cipher.changed', { name: node.name, cipher }))
  }

  return (
    <FormDialog
      alert
      title={t('cipher.title')}
      apply={t('cipher.use')}
      canApply={cipher !== ''}
      onApply={save}
      onClose={onClose}
      data-testid="cipher-dialog"
    >
      <Field
        label={t('cipher.label', { name: found?.node.name ?? '' })}
        hint={found && found.ciphers.length === 0 ? t('cipher.none') : t('cipher.hint')}
      >
        {(control) => (
          <Select
            {...control}
            data-autofocus
            value={cipher}
            choices={(found?.ciphers ?? []).map((value) => ({ value, label: value }))}
            onChange={setCipher}
          />
        )}
      </Field>
    </FormDialog>
  )
}
