import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Our own variables stand in a style beside the properties. */
    [variable: `--${string}`]: string | number | undefined
  }
}
