// <Answer src="/api/v1/streams/ID/events?as=html&theme=paper" onDone={...} /> in React.
import { useEffect, useRef } from "react";
import "/client/ilsrender.js";

export function Answer({ src, headers, follow = true, onState, onDone, onFailed }) {
  const element = useRef(null);
  useEffect(() => {
    const stream = element.current;
    const listeners = { "ils-state": onState, "ils-done": onDone, "ils-failed": onFailed };
    const added = Object.entries(listeners).filter(([, listener]) => listener)
      .map(([name, listener]) => [name, event => listener(event.detail)]);
    for (const [name, listener] of added) stream.addEventListener(name, listener);
    return () => added.forEach(([name, listener]) => stream.removeEventListener(name, listener));
  }, [onState, onDone, onFailed]);
  useEffect(() => {
    element.current.headers = headers ?? {};
    element.current.start();
  }, [src, headers]);
  // React does not know what is within the element, and leaves it alone.
  return <ils-stream ref={element} src={src} follow={follow ? "" : undefined} />;
}
