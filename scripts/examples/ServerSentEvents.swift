@testable import ServerSentEvents

// The functions that the examples of ServerSentEvents take as given.
func take(_ item: EventReader.EventStreamItem) {}
