/// The Lua scripts in `Scripts`. A comment in each file describes the script.
enum StreamScripts {
  static let create = RedisScript(PackageResources.create_lua)
  static let append = RedisScript(PackageResources.append_lua)
  static let finish = RedisScript(PackageResources.finish_lua)
  static let publish = RedisScript(PackageResources.publish_lua)
  static let expired = RedisScript(PackageResources.expired_lua)
  static let claim = RedisScript(PackageResources.claim_lua)
  static let renew = RedisScript(PackageResources.renew_lua)
  static let offer = RedisScript(PackageResources.offer_lua)
  static let touch = RedisScript(PackageResources.touch_lua)
  static let delete = RedisScript(PackageResources.delete_lua)
  static let list = RedisScript(PackageResources.list_lua)
  static let admit = RedisScript(PackageResources.admit_lua)
  static let usage = RedisScript(PackageResources.usage_lua)
  static let rate = RedisScript(PackageResources.rate_lua)
}
