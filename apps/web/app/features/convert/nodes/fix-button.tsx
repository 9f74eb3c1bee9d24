import type { ComponentProps } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Fix } from './fixes.ts'

interface Props extends Pick<ComponentProps<typeof Button>, 'children' | 'aria-label'> {
  fix: Fix['id']
  onClick: () => void
}

/** The button of a repair. It is low enough for a row of a list. */
export function FixButton({ fix, children, ...rest }: Props) {
  return (
    <Button
      size="small"
      className="h-7! shrink-0 pointer-coarse:h-8! border-line-strong! text-sm!"
      data-fix={fix}
      {...rest}
    >
      {children}
    </Button>
  )
}
