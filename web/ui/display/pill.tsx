type Props = {
  tone?: 'grey' | 'accent' | 'green' | 'red'
  /** For a state, such as 'Enabled'. */
  dot?: boolean
  children: string
}

export const Pill = ({ tone = 'grey', dot, children }: Props) => (
  <span className="pill" data-tone={tone} data-dot={dot}>
    {children}
  </span>
)
