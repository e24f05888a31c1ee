import { Box } from '@mantine/core'
import { getPasswordStrength } from './password-strength.ts'

const COLOURS = ['', 'var(--red-dot)', 'var(--amber-dot)', 'var(--green-dot)', 'var(--green-dot)']

/** The strength of a new password: four bars and advice. */
export function StrengthMeter({ password }: { password: string }) {
  const { score, word, advice } = getPasswordStrength(password)
  return (
    <Box mt="xs">
      <Box className="stack gap-4" style={{ gridTemplateColumns: 'repeat(4, 1fr)' }} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <Box key={bar} h={4} bdrs={2} bg={bar <= score ? COLOURS[score] : 'var(--soft)'} />
        ))}
      </Box>
      {/* The space of the advice is kept, so that nothing moves when it appears. */}
      <Box component="p" mih={16} mt={4} c="dimmed" fz="xs" lh="16px" aria-live="polite">
        {[word, advice].filter(Boolean).join(': ')}
      </Box>
    </Box>
  )
}
