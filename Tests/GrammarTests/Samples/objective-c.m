/*
 * A mailbox: what Objective-C 2 with ARC can write, in one file.
 */
#import <Foundation/Foundation.h>
#import "Mailbox.h"
@import UIKit;
@import Darwin.C.stdio;
#include <math.h>

#define MAX_LETTERS 100
#define WEAKIFY(x) __weak __typeof(x) weak_##x = x; \
    (void)weak_##x
#if TARGET_OS_IPHONE && __has_feature(objc_arc)
#  pragma mark - Phone
#elif 0
#error "unsupported"
#endif
#pragma mark - Types
#pragma clang diagnostic push

NS_ASSUME_NONNULL_BEGIN

@class Letter, Stamp;
@protocol Sender;

extern NSString *const MailboxDidChangeNotification;
static const NSUInteger kMaximum = 0x1F;
static NSInteger gCounter = 0;

typedef NS_ENUM(NSInteger, MailState) {
    MailStateOpen = 1,
    MailStateClosed = 1 << 2,
};
typedef NS_OPTIONS(NSUInteger, MailFlags) { MailFlagNone = 0, MailFlagUrgent = 0b10 };
typedef void (^MailHandler)(Letter * _Nullable letter, NSError **error);
typedef struct { CGFloat x; float y; } MailPoint;

/// Sends letters.
@protocol Sender <NSObject, NSCopying>
@required
- (BOOL)send:(Letter *)letter error:(NSError * _Nullable * _Nullable)error;
@optional
@property (nonatomic, readonly, getter=isBusy) BOOL busy;
+ (instancetype)sender;
@end

/**
 * A box of letters.
 *
 * @param name the name
 * @return the box
 * @see Letter
 */
@interface Mailbox<__covariant ObjectType : Letter *> : NSObject <Sender, NSSecureCoding> {
@private
    NSMutableArray<ObjectType> *_letters;
@protected
    __strong id _owner;
    int counts[4];
@public
    unsigned int flags : 3;
}

@property (nonatomic, copy, nullable) NSString *name;
@property (atomic, weak) IBOutlet id<Sender> delegate;
@property (class, nonatomic, assign, readonly) NSInteger total;
@property (strong, nonnull) NSDictionary<NSString *, NSArray<NSNumber *> *> *index;

- (instancetype)initWithName:(NSString *)name state:(MailState)state NS_DESIGNATED_INITIALIZER;
- (void)eachLetter:(void (^)(ObjectType letter, BOOL *stop))block;
+ (nullable Letter *)letterWithFormat:(NSString *)format, ... NS_FORMAT_FUNCTION(1, 2);
- (IBAction)open:(id)sender;

@end

@interface Mailbox ()
@property (readwrite) BOOL dirty;
@end

@implementation Mailbox {
    dispatch_queue_t _queue;
}

@synthesize name = _name, delegate;
@dynamic total;

+ (void)initialize {
    if (self == [Mailbox class]) {
        gCounter = 1;
    }
}

- (instancetype)initWithName:(NSString *)name state:(MailState)state {
    self = [super init];
    if (self) {
        _name = [name copy];
        _queue = dispatch_queue_create("mail.queue", DISPATCH_QUEUE_SERIAL);
        _letters = [[NSMutableArray alloc] initWithObjects:@"a", @'c', @1, @2.5f, @YES, @(state), nil];
        self.index = @{ @"key" : @[ @1, @2 ], @"other" : @[] };
    }
    return self;
}

- (BOOL)send:(Letter *)letter error:(NSError **)error {
    NSString *text = [NSString stringWithFormat:@"%@ has %ld letters, %5.2f kg\n\u00e9", self.name, (long)_letters.count, 1.5e-3];
    for (Letter *each in _letters) {
        if (each.isUrgent && [each respondsToSelector:@selector(sendTo:with:)]) continue;
        [self.delegate send:each error:nil];
    }
    @try {
        [_letters addObject:letter];
    } @catch (NSException *exception) {
        NSLog(@"Failed: %@ (%d)", exception.reason, __LINE__);
        @throw;
    } @finally {
        free(NULL);
    }
    @synchronized (self) {
        _letters[0] = letter ?: [Letter new];
        counts[1] += 3;
    }
    @autoreleasepool {
        const char *type = @encode(int), *utf8 = [text UTF8String];
        printf("%s %c %%\n", utf8, 'x');
    }
    __block int sum = 0;
    __weak typeof(self) weakSelf = self;
    dispatch_async(dispatch_get_main_queue(), ^{
        __strong typeof(weakSelf) strongSelf = weakSelf;
        strongSelf->_owner = nil;
        sum++;
    });
    NSArray *sorted = [_letters sortedArrayUsingComparator:^NSComparisonResult(id a, id b) {
        return [a compare:b] == NSOrderedAscending ? NSOrderedDescending : NSOrderedSame;
    }];
    int (^square)(int) = ^(int n) { return n * n; };
    switch (state) {
        case MailStateOpen: break;
        default: goto done;
    }
    do { sum--; } while (sum > 0);
    if (@available(iOS 13.0, *)) { [UIView animateWithDuration:0.3 animations:^{ self.view.alpha = 1.0; }]; }
    SEL action = @selector(open:);
    Protocol *protocol = @protocol(Sender);
    CGRect frame = CGRectMake(0, 0, 320.0, 0x40);
    NSAssert(sorted != nil, @"must be sorted");
    unichar c = '\n'; id any = Nil; Class type = [NSObject class]; IMP imp; _cmd;
done:
    return YES && !NO || TRUE;
}

- (void)dealloc {
    [[NSNotificationCenter defaultCenter] removeObserver:self name:UIKeyboardWillShowNotification object:nil];
}

@end

NS_ASSUME_NONNULL_END

int main(int argc, char *argv[]) {
    @autoreleasepool {
        return UIApplicationMain(argc, argv, nil, NSStringFromClass([AppDelegate class]));
    }
}

NSDecimalCopy(NSDecimal *destination, const NSDecimal *source);
typedef NSUInteger NSDateFormatterStyle;
static void describe(NSWindow *window, NSUUID *identifier, NSRect frame) {
    NSDateFormatterStyle style = NSDateFormatterShortStyle;
    NSUnitLength *length = [NSUnitLength meters];
    if (NSRoundBankers != NSRoundPlain && style == NSNotFound) NSRectFill(frame);
    CALayer *layer = nil; CIImage *image = nil;
    [[NSNotificationCenter defaultCenter] postNotificationName:NSWindowDidBecomeKeyNotification object:window];
    [text dataUsingEncoding:NSUTF8StringEncoding];
}
@interface BoxController () <UITableViewDelegate, UITableViewDataSource>
@property (nonatomic, copy) NSArray<NSString *> *names;
@end
@interface Crate : Box<NSString *> <NSCopying>
- (NSDictionary<NSString *, id<Lid>> *)lids;
@end
static int swapped(int in, int out) { for (id each in all) { out = in; } return in; }
NSComparisonResult (*sorter)(id, id);
id<Lid> lid = [self lidNamed:@"x" then:^BOOL(id each) { return YES; }];
[lid openWith:@"unfinished"
- (void)next { }
@implementation Cut
- (void)dig:(Bed *
- (void)cut { if (left && [self dig:@{@"a": @(1
@end
@interface Kept : Bed
- (Bed *)kept;
@end
