import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { BUILTIN } from '../builtin-templates.ts'
import { withCommon } from '../model.ts'
import { useConvertState, useModel, useSession } from '../use-convert.ts'

export function TemplateSection() {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { template } = useModel().common
  const { result } = useConvertState()
  const picker = useRef<HTMLInputElement>(null)
  const isOwn = typeof template !== 'string'
  return (
    <>
      <RadioCards
        legend={t('template')}
        legendHidden
        value={isOwn ? 'own' : template}
        className="grid gap-2"
        cards={[
          ...BUILTIN.map((name) => ({ value: name as string, label: t(name), note: t(`${name}Note`) })),
          { value: 'own', label: t('own'), note: isOwn ? t('ownUsing', { name: template.name }) : t('ownNote') },
        ]}
        onChange={(value) => {
          const name = BUILTIN.find((one) => one === value)
          if (name) session.change((model) => withCommon(model, { template: name }))
          else picker.current?.click()
        }}
      />
      {isOwn && (
        <Button size="small" icon="upload" className="self-start" onClick={() => picker.current?.click()}>
          {t('ownPick')}
        </Button>
      )}
      {result?.error?.code === 'bad-template' && <p className="text-sm text-error">{t('ownBad')}</p>}
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('ownPick')}
        data-testid="template-file"
        accept=".ini,.txt,.yaml,.yml,.json,.conf"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file)
            void file
              .text()
              .then((text) => session.change((model) => withCommon(model, { template: { name: file.name, text } })))
        }}
      />
    </>
  )
}
