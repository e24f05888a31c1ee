import { type RefObject, useState } from 'react'
import { Question, type QuestionText } from './question.tsx'

/** Asks before a form is saved. `keep` is for every way to leave the question but its button. */
export function useSaveQuestion(field: RefObject<HTMLElement | null>) {
  const [asked, setAsked] = useState<{ words: QuestionText; answer: (isYes: boolean) => void } | null>(null)
  const answer = (isYes: boolean) => {
    asked?.answer(isYes)
    setAsked(null)
  }
  const keep = () => answer(false)
  return {
    isAsking: asked !== null,
    ask: (words: QuestionText) => new Promise<boolean>((resolve) => setAsked({ words, answer: resolve })),
    keep,
    question: asked && <Question {...asked.words} field={field} onKeep={keep} onAction={() => answer(true)} />,
  }
}
