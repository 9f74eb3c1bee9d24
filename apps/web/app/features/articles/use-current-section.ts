import { useEffect, useState } from 'react'

/** A section begins to be read a little below the bar at the top. */
const READ_FROM_PX = 120

/** The section that is being read: the last one whose heading has passed the top of the window. */
export function useCurrentSection(sections: readonly { id: string }[]): string | undefined {
  const first = sections[0]?.id
  const [current, setCurrent] = useState(first)
  const ids = sections.map(({ id }) => id).join(' ')
  useEffect(() => {
    const follow = () => {
      const passed = ids
        .split(' ')
        .findLast((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < READ_FROM_PX)
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 1
      setCurrent(isAtEnd && scrollY > 0 ? ids.split(' ').at(-1) : (passed ?? first))
    }
    follow()
    addEventListener('scroll', follow, { passive: true })
    return () => removeEventListener('scroll', follow)
  }, [ids, first])
  return current
}
