import type { ComponentProps } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Fix } from './fixes.ts'

interface Props extends Pick<ComponentProps<typeof Button>, 'children' | 'aria-label'> {
  fix: Fix['id']
  onClick: () => void
}

/** The button of a repair. It is low enough for a row of a list; a finger may touch beside it. */
export function FixButton({ fix, children, ...rest }: Props) {
  return (
    <Button
      size="small"
      className="relative h-7! shrink-0 border-line-strong! text-sm! after:absolute after:inset-x-0 after:-inset-y-0.5 pointer-coarse:h-10! pointer-fine:after:hidden"
      data-fix={fix}
      {...rest}
    >
      {children}
    </Button>
  )
}
