import { IconBackspace } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { TILL_PIN } from '../../../contract/shared/constants.ts'
import type { TillEmployee } from '../../../contract/till-catalogue.ts'
import { NOT_STORED } from '../device/database.ts'
import { logFault } from '../log-fault.ts'
import { checkPin, getPinWait } from '../people/pin.ts'

type Props = { employee: TillEmployee; onRight: () => void }

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
const LONGEST = 6

/** Asks for the PIN of an employee, with its own keys and with those of a keyboard. */
export function PinPad({ employee, onRight }: Props) {
  const [pin, setPin] = useState('')
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [waitMs, setWait] = useState(0)

  // A wait may come from before a reload.
  useEffect(() => {
    void getPinWait(employee.employeeid).then(setWait)
  }, [employee.employeeid])
  useEffect(() => {
    if (waitMs <= 0) return
    const timer = setTimeout(() => setWait(Math.max(0, waitMs - 1000)), Math.min(1000, waitMs))
    return () => clearTimeout(timer)
  }, [waitMs])

  const isWaiting = waitMs > 0
  const add = (digit: string) => {
    if (isBusy || isWaiting) return
    setMessage('')
    setPin((typed) => (typed + digit).slice(0, LONGEST))
  }
  const submit = async () => {
    if (isBusy || isWaiting || !employee.pin || !TILL_PIN.test(pin)) return
    setBusy(true)
    setPin('')
    try {
      const result = await checkPin(employee.employeeid, pin, employee.pin)
      if (result.isRight) return onRight()
      setMessage('Wrong PIN.')
      setWait(result.waitMs)
    } catch (error) {
      logFault(error)
      setMessage(NOT_STORED)
    } finally {
      setBusy(false)
    }
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (/^\d$/.test(event.key)) add(event.key)
    else if (event.key === 'Backspace') setPin((typed) => typed.slice(0, -1))
    else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) void submit()
    else return
    if (event.key !== 'Enter') event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  return (
    <div className="pin-pad">
      <p className="pin-dots" role="status" aria-label={`${pin.length} digits entered`}>
        {Array.from({ length: LONGEST }, (_, place) => (
          <span key={place} data-filled={place < pin.length || undefined} data-optional={place >= 4 || undefined} />
        ))}
      </p>
      <p className="error" role="alert">
        {isWaiting ? `Wrong PIN. Try again in ${Math.ceil(waitMs / 1000)} s.` : message}
      </p>
      <div className="pin-keys">
        {KEYS.map((digit) => (
          <button key={digit} type="button" disabled={isWaiting} onClick={() => add(digit)}>
            {digit}
          </button>
        ))}
        <button type="button" aria-label="Delete the last digit" onClick={() => setPin((typed) => typed.slice(0, -1))}>
          <IconBackspace size={24} aria-hidden />
        </button>
        <button type="button" disabled={isWaiting} onClick={() => add('0')}>
          0
        </button>
        <button
          type="button"
          className="filled"
          disabled={isBusy || isWaiting || !TILL_PIN.test(pin)}
          onClick={() => void submit()}
        >
          OK
        </button>
      </div>
    </div>
  )
}
