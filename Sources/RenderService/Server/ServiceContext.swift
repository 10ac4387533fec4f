internal import Hummingbird

/// What is known of a request besides what it says.
struct ServiceContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// Whose key it showed.
  var owner = Owner.everybody

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
  }
}
