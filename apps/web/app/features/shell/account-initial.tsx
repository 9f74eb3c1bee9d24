/** The first letter of a name, for the eye. */
export function AccountInitial({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className="account-initial">
      {String.fromCodePoint(name.codePointAt(0) ?? 0x2e).toUpperCase()}
    </span>
  )
}
