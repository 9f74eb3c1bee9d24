import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { DoorName } from './doors.ts'
import type { OpenConfig } from './panel.ts'
import type { Opening } from './use-opening.tsx'

interface Props {
  door: DoorName
  opening: Opening
  /** A config of another client is open. */
  other: OpenConfig | null
}

/** What one can begin with. */
export function OpenScreen({ door, opening, other }: Props) {
  const t = useTranslations('configBench')
  return (
    <section
      aria-label={t('open')}
      className="flex min-w-0 flex-1 flex-col items-center overflow-y-auto p-4 before:flex-1 after:flex-2 sm:p-6"
      data-testid="bench-open"
    >
      <div className="w-full max-w-[720px] rounded-xl border-2 border-dashed border-line-strong bg-card px-4 py-5 text-center sm:px-10 sm:py-12">
        <h2 className="text-2xl leading-8 font-semibold text-balance">
          {t.rich('start', {
            client: t(`door.${door}`),
            whole: inOneLine,
          })}
        </h2>
        <p className="mt-2 text-balance text-muted">{t('startNote')}</p>
        <div className="mt-6 grid justify-center gap-2 max-sm:justify-stretch sm:flex">
          <Button look="solid" size="large" icon="clipboard-paste" onClick={opening.paste}>
            {t('way.paste')}
          </Button>
          <Button size="large" icon="files" onClick={opening.files}>
            {t('way.file')}
          </Button>
          <Button size="large" icon="link" onClick={opening.address}>
            {t('way.address')}
          </Button>
        </div>
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          <Button look="ghost" icon="rss" onClick={opening.output}>
            {t('way.output')}
          </Button>
          <Button look="ghost" icon="plus" data-testid="bench-new" onClick={opening.blank}>
            {t('way.blank')}
          </Button>
          <Button look="ghost" icon="file-text" data-testid="bench-sample" onClick={opening.sample}>
            {t('way.sample')}
          </Button>
        </div>
        <p className="mt-4 flex items-center justify-center gap-1.5 text-xs text-muted">
          <Icon name="lock" className="size-3.5" />
          {t('private')}
        </p>
      </div>
      {other && (
        <p className="mt-4 flex flex-wrap items-center justify-center gap-2 text-sm">
          {t('otherOpen', { name: other.name })}
          <Button size="small" icon="arrow-right" onClick={() => opening.goTo(other)}>
            {t('goToOther')}
          </Button>
        </p>
      )}
    </section>
  )
}

const inOneLine = (words: ReactNode) => <span className="whitespace-nowrap">{words}</span>
