import { Box } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { SIGNUP_STEPS } from '../../../contract/shared/constants.ts'

const PERCENT_A_STEP = 100 / SIGNUP_STEPS.length

const CURRENT = { c: 'var(--accent)', fw: 600 }

/** A slim bar with five labelled points. */
export function StepsBar({ step }: { step: number }) {
  const percent = step * PERCENT_A_STEP
  return (
    <Box className="grey" mt={20} pos="relative" fz="xs" lh="16px" ta="center">
      <Box
        className="track"
        pos="absolute"
        inset="8px 0 auto"
        h={4}
        role="progressbar"
        aria-label="Sign-up progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`Step ${step} of ${SIGNUP_STEPS.length}: ${SIGNUP_STEPS[step - 1]}`}
      >
        <Box w={`${percent}%`} bg="var(--fill)" />
      </Box>
      <Box component="ol" display="grid" pos="relative" style={{ gridTemplateColumns: `repeat(${SIGNUP_STEPS.length}, 1fr)` }}>
        {SIGNUP_STEPS.map((name, index) => (
          <Box
            component="li"
            key={name}
            aria-current={index + 1 === step ? 'step' : undefined}
            {...(index + 1 === step && CURRENT)}
          >
            <Box
              component="span"
              className="disc"
              w={20}
              h={20}
              m="0 auto 6px"
              bd={`2px solid var(--${index < step ? 'fill' : 'edge'})`}
              bg={index < step ? 'var(--fill)' : 'var(--card)'}
              c="var(--on-fill)"
              style={{ boxShadow: index + 1 === step ? 'inset 0 0 0 3px var(--card)' : undefined }}
            >
              {index + 1 < step && <IconCheck size={12} stroke={3.5} aria-hidden />}
            </Box>
            {name}
          </Box>
        ))}
      </Box>
    </Box>
  )
}
