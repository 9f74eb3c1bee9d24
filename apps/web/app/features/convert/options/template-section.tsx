import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { BUILTIN } from '../builtin-templates.ts'
import { withCommon } from '../model.ts'
import { useConvertState, useModel, useSession } from '../use-convert.ts'

export function TemplateSection({ onMore }: { onMore: () => void }) {
  const t = useTranslations('convert.opt')
  const session = useSession()
  const { template } = useModel().common
  const { result } = useConvertState()
  return (
    <>
      <RadioCards
        legend={t('template')}
        legendHidden
        value={typeof template === 'string' ? template : ''}
        className="grid gap-2"
        cards={BUILTIN.map((name) => ({ value: name as string, label: t(name), note: t(`${name}Note`) }))}
        onChange={(value) => {
          const name = BUILTIN.find((one) => one === value)
          if (name) session.change((model) => withCommon(model, { template: name }))
        }}
      />
      {typeof template !== 'string' && <p className="text-sm break-all">{t('ownUsing', { name: template.name })}</p>}
      {result?.error?.code === 'bad-template' && <p className="text-sm text-error">{t('ownBad')}</p>}
      <Button size="small" aria-haspopup="dialog" className="self-start" onClick={onMore}>
        {t('moreTemplates')}
      </Button>
    </>
  )
}
